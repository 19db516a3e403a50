import { isolated } from '@botdepot/contract';
import { IconUser, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCustomerSearch } from '../../features/admin/corrections/corrections.queries.ts';
import { SEARCH_MIN_LENGTH } from '../../features/admin/search-length.ts';
import { urls } from '../../lib/url/urls.ts';
import { useSettledText } from '../../lib/url/use-filter-text.ts';
import type { CommandGroup } from '../../ui/frame/command-palette.tsx';

interface CustomerCommands {
  hint: string;
  groups: CommandGroup[];
  onQuery: (text: string) => void;
  nothingFound: string | undefined;
}

/**
 * What the palette finds beside pages and commands: customers by address, name, id or reference, as they come from the
 * server. Null where nobody may ask.
 */
export function useCustomerCommands(enabled: boolean): CustomerCommands | null {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const asked = useSettledText(typed);
  const search = useCustomerSearch(enabled ? asked : '', SEARCH_MIN_LENGTH);
  if (!enabled) return null;
  const isSearch = typed.length >= SEARCH_MIN_LENGTH;
  const isCurrent = asked === typed && !search.isFetching;
  return {
    hint: 'E-Mail oder Kennung suchen',
    onQuery: setQuery,
    nothingFound: isSearch && !isCurrent ? 'Wird gesucht' : undefined,
    groups: [
      {
        label: 'Kunden',
        commands: (isSearch ? (search.data?.items ?? []) : []).map(({ userId, name, email, lockedAt }) => ({
          id: `kunde-${userId}`,
          label: `${isolated(name)} · ${email}${lockedAt === null ? '' : ' · gesperrt'}`,
          // The palette filters once more: what the server has found by a reference has to match the text as well.
          keywords: query,
          icon: lockedAt === null ? IconUser : IconUserOff,
          run: () => void navigate(urls.adminCustomer(userId)),
        })),
      },
    ],
  };
}
