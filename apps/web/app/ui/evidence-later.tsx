import { lazy, Suspense } from 'react';
import { useHydrated } from '../lib/use-hydrated.ts';
import classes from './evidence-later.module.css';
import type { EvidenceProps } from './loaded-evidence.tsx';

const LoadedEvidence = lazy(() =>
  import('./loaded-evidence.tsx').catch(() => ({ default: () => <>nicht verfügbar</> })),
);

/**
 * What was measured, or the published backtest, for pages that must be light: neither the figures nor the program that shows
 * them are part of the page until it has been seen. The place for them is kept free.
 */
export function EvidenceLater(props: EvidenceProps) {
  const hydrated = useHydrated();
  return (
    <span className={classes.place}>
      {hydrated ? (
        <Suspense fallback={<Waiting />}>
          <LoadedEvidence {...props} />
        </Suspense>
      ) : (
        <Waiting />
      )}
    </span>
  );
}

function Waiting() {
  return <span className={classes.waiting}>wird geladen</span>;
}
