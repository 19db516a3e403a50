import { useEffect, useState } from 'react';
import { useConnectionState } from '../../lib/live/live.tsx';
import { BRAND_NAME } from '../../lib/page/brand.ts';
import { Notice } from '../../ui/state/notice.tsx';

/** A change of the network is over within this time and worth no word. */
const GRACE_MS = 3_000;

/** Says that the page may be out of date. It goes away by itself when the connection is back. */
export function ConnectionBanner() {
  const connection = useConnectionState();
  const lost = connection === 'lost' || connection === 'refused';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [lost]);

  return (
    <div role="status" className="*:mb-(--gap)">
      {shown &&
        (connection === 'refused' ? (
          <Notice kind="warning" title="In zu vielen Fenstern geöffnet">
            {`Dieses Fenster wird nur alle halbe Minute aktualisiert. Schließen Sie andere Fenster von ${BRAND_NAME}.`}
          </Notice>
        ) : (
          <Notice kind="warning" title="Die Verbindung ist unterbrochen">
            Kurse und Beträge können veraltet sein. Die Verbindung wird von selbst wieder aufgebaut.
          </Notice>
        ))}
    </div>
  );
}
