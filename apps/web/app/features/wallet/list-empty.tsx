import type { ReactNode } from 'react';
import { urls } from '../../lib/urls.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
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

interface NoMatchProps {
  /** The list has rows, only not on this page of it. */
  beyondEnd: boolean;
  noun: string;
}

/** „Keine Treffer“ is not „noch nichts“: the way out is the filter. */
export function NoMatch({ beyondEnd, noun }: NoMatchProps): ReactNode {
  const setParams = useSetParams();
  if (beyondEnd) {
    return (
      <EmptyState
        title="Diese Seite ist leer"
        action={<Button onClick={() => setParams({ [PARAM.page]: null })}>Zur ersten Seite</Button>}
      >
        {`So viele ${noun} gibt es nicht.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Keine Treffer"
      action={<Button onClick={() => setParams(EVERYTHING)}>Alle zeigen</Button>}
    >
      {`Zu diesem Filter gibt es keine ${noun}.`}
    </EmptyState>
  );
}

/** For whoever has not moved any money yet. */
export function NoBookings() {
  return (
    <EmptyState title="Noch keine Buchungen" action={<ButtonLink to={urls.deposits}>Einzahlen</ButtonLink>}>
      Mit der ersten gutgeschriebenen Einzahlung beginnt Ihr Kontobuch.
    </EmptyState>
  );
}
