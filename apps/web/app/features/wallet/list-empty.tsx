import { urls } from '../../lib/urls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PARAM, useSetParams } from './address-params.ts';

const EVERYTHING = {
  [PARAM.kind]: null,
  [PARAM.status]: null,
  [PARAM.search]: null,
  [PARAM.period]: null,
  [PARAM.after]: null,
  [PARAM.until]: null,
  [PARAM.page]: null,
};

/** „Keine Treffer“ is not „noch nichts“: the way out is the filter. */
export function useNoMatch(noun: string) {
  const setParams = useSetParams();
  return {
    text: `Zu diesem Filter gibt es keine ${noun}.`,
    clearLabel: 'Alle zeigen',
    onClear: () => setParams(EVERYTHING),
  };
}

/** For whoever has not moved any money yet. */
export function NoBookings() {
  return (
    <EmptyState title="Noch keine Buchungen" action={<ButtonLink to={urls.deposits}>Einzahlen</ButtonLink>}>
      Mit der ersten gutgeschriebenen Einzahlung beginnt Ihr Kontoblatt.
    </EmptyState>
  );
}
