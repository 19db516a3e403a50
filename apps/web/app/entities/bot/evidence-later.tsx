import { clsx } from 'clsx';
import { lazy, Suspense, useRef } from 'react';
import { useNearScreen } from '../../lib/page/use-hydrated.ts';
import type { EvidenceProps } from './loaded-evidence.tsx';

const PLACE = clsx(
  'block min-h-23 data-[kind=backtest]:min-h-32',
  'max-md:min-h-[var(--evidence-height,148px)] max-md:data-[kind=backtest]:min-h-55.5',
);

const LoadedEvidence = lazy(() =>
  import('./loaded-evidence.tsx').catch(() => ({ default: () => <>nicht verfügbar</> })),
);

/**
 * What was measured, or the published backtest, for pages that must be light: neither the figures nor the program that shows
 * them are part of the page until they are about to be seen. The place for them is kept free.
 */
export function EvidenceLater(props: EvidenceProps) {
  const place = useRef<HTMLSpanElement>(null);
  const near = useNearScreen(place);
  return (
    <span ref={place} className={PLACE} data-kind={props.kind}>
      {near ? (
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
  return <span className="text-[14px] font-book text-muted">wird geladen</span>;
}
