import { type ReactNode, useEffect, useRef, useState } from 'react';
import { later } from '../../lib/page/later.ts';
import { useWayBackCloses } from '../../lib/url/way-back.ts';
import { Button } from '../form/button.tsx';
import { LazySection } from '../state/lazy-section.tsx';

type Overlays = typeof import('./overlays.ts');

/** Called early by who will not wait for it: what lies over a page is not needed to draw it. */
export const loadOverlays = later(() => import('./overlays.ts'));

interface LazyOverlayProps<Part> {
  /** Made by `later`. */
  load: () => Promise<Part>;
  opened: boolean;
  onClose: () => void;
  /** What is here already, such as the button that opens it. */
  button?: ReactNode;
  children: (part: Part) => ReactNode;
}

/** Something over the page. It is not loaded before it is opened for the first time, and stays for its way out. */
export function LazyOverlay<Part>({ load, opened, onClose, button, children }: LazyOverlayProps<Part>) {
  const [isNeeded, setNeeded] = useState(opened);
  if (opened && !isNeeded) setNeeded(true);
  if (!isNeeded) return button;
  return (
    <LazySection
      load={load}
      waiting={button}
      frame={(words) => (
        <>
          {button}
          {opened && <MissingOverlay onClose={onClose}>{words}</MissingOverlay>}
        </>
      )}
    >
      {children}
    </LazySection>
  );
}

interface OverlayProps extends Pick<LazyOverlayProps<Overlays>, 'opened' | 'onClose' | 'children'> {
  /** The address says that it is open, and the way back changes the address; see `OPENING`. */
  inAddress?: boolean | undefined;
}

/** A dialog or drawer: from those that have one file together. */
export function Overlay({ inAddress = false, ...overlay }: OverlayProps) {
  useWayBackCloses(overlay.opened && !inAddress, overlay.onClose);
  return <LazyOverlay load={loadOverlays} {...overlay} />;
}

/** In place of what could not be loaded: by the browser's own means, since ours are missing. */
function MissingOverlay({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="m-auto p-(--pad) border border-control rounded-box bg-surface text-text"
      aria-label="Nicht geladen"
      onClose={onClose}
    >
      {children}
      <p className="text-center">
        <Button look="quiet" onClick={onClose}>
          Schließen
        </Button>
      </p>
    </dialog>
  );
}
