import { isolated } from '@botdepot/contract';
import type { UrlState } from '../../lib/url/url-state.ts';
import { Button } from '../form/button.tsx';
import { Notice } from '../state/notice.tsx';

/** What stands in the address and is no filter is named: nobody takes the rows for chosen by it. */
export function UnreadFilters({ unread, dropUnread }: Pick<UrlState<object>, 'unread' | 'dropUnread'>) {
  return (
    unread.length > 0 && (
      <Notice kind="warning" title="Nicht alles wurde als Filter verstanden">
        <p className="wrap-anywhere">
          {`In der Adresse steht ${unread.map((one) => `„${isolated(one)}“`).join(' und ')}. Danach wird nicht gefiltert.`}
        </p>
        <Button size="sm" onClick={dropUnread}>
          Aus der Adresse nehmen
        </Button>
      </Notice>
    )
  );
}
