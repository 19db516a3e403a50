import { DELETED_ACCOUNT, type FoundReference, isolated } from '@botdepot/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { SEARCH_MIN_LENGTH } from '../../features/admin/admin-texts.ts';
import {
  isNumber,
  useCustomerSearch,
  useReference,
} from '../../features/admin/corrections/corrections.queries.ts';
import { useMay } from '../../lib/session/profile.ts';
import { urls } from '../../lib/url/urls.ts';
import { useSettledText } from '../../lib/url/use-filter-text.ts';
import type { CommandGroup } from '../../ui/frame/command-palette.tsx';
import {
  IconArrowBarToDown,
  IconArrowBarUp,
  IconEyeCheck,
  IconPencil,
  IconRobot,
  IconUser,
  IconUserOff,
} from '../../ui/icon/icons.ts';

interface CustomerCommands {
  groups: CommandGroup[];
  onQuery: (text: string) => void;
  nothingFound: string | undefined;
}

/**
 * What the palette finds beside pages and commands: customers by address, name, id or reference, and
 * the thing that has a number, as they come from the server. Null where nobody may ask.
 */
export function useCustomerCommands(enabled: boolean): CustomerCommands | null {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const asked = useSettledText(typed);
  const search = useCustomerSearch(enabled ? asked : '', SEARCH_MIN_LENGTH);
  const reference = useReference(enabled ? asked : '');
  const seesAudit = useMay()('admin.listAuditEntries');
  if (!enabled) return null;
  const isSearch = typed.length >= SEARCH_MIN_LENGTH;
  const isCurrent = asked === typed && !search.isFetching && !reference.isFetching;
  const found = isCurrent ? reference.data?.found : null;
  const place = found ? placeOf(found, seesAudit) : null;
  // Whose it is must not be chosen before the thing itself is there.
  const shown = isSearch && (isCurrent || !isNumber(typed)) ? (search.data?.items ?? []) : [];
  return {
    onQuery: setQuery,
    nothingFound: isSearch && !isCurrent ? 'Wird gesucht' : undefined,
    groups: [
      {
        label: 'Nummern',
        commands:
          found && place !== null
            ? [{ ...thing(found), keywords: query, run: () => void navigate(place) }]
            : [],
      },
      {
        label: 'Kunden',
        commands: shown.map(({ userId, name, email, lockedAt }) => ({
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

const NOUNS = {
  deposit: { noun: 'Einzahlung', icon: IconArrowBarToDown },
  withdrawal: { noun: 'Auszahlung', icon: IconArrowBarUp },
  investment: { noun: 'Anlage', icon: IconRobot },
  correction: { noun: 'Wallet-Korrektur', icon: IconPencil },
  approval: { noun: 'Freigabe', icon: IconEyeCheck },
} as const;

function thing(found: FoundReference) {
  const { noun, icon } = NOUNS[found.kind];
  const parts = [`${noun} ${found.reference}`, ...('email' in found ? [found.email] : [])];
  return { id: `nummer-${found.reference}`, label: parts.join(' · '), icon };
}

/** Where the thing itself is open: what waits where it is decided, everything else on the page of whose it is. Null: nowhere. */
function placeOf(found: FoundReference, seesAudit: boolean): string | null {
  if (found.kind === 'approval') return urls.adminApproval(found.id);
  if ('item' in found && found.item.status === 'pending')
    return found.kind === 'deposit'
      ? urls.adminDeposit(found.reference)
      : urls.adminWithdrawal(found.reference);
  // Of an account that is gone only the log still tells.
  if (found.email === DELETED_ACCOUNT) return seesAudit ? urls.adminAuditOf(found.reference) : null;
  return urls.adminCustomerReference(found.userId, found.reference);
}
