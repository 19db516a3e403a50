import { urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';

/** „Keine Treffer“ is not „noch nichts“: the way out is the filter. */
export const noMatchOf = (noun: string) => ({
  noMatch: `Zu diesem Filter gibt es keine ${noun}.`,
  clearLabel: 'Alle zeigen',
});

/** For whoever has not moved any money yet. */
export function NoBookings() {
  return (
    <EmptyState title="Noch keine Buchungen" action={<ButtonLink to={urls.deposits}>Einzahlen</ButtonLink>}>
      Mit der ersten gutgeschriebenen Einzahlung beginnt Ihr Kontoblatt.
    </EmptyState>
  );
}
