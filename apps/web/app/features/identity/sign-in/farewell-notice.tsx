import { useHydrated } from '../../../lib/page/use-hydrated.ts';
import { useWays } from '../../../lib/url/link.tsx';
import { PARAM_FAREWELL } from '../../../lib/url/urls.ts';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import { Notice } from '../../../ui/state/notice.tsx';

/** The landing page says goodbye to whoever has just deleted their account. */
export function FarewellNotice() {
  const { location } = useWays();
  if (!useHydrated() || !new URLSearchParams(location.search).has(PARAM_FAREWELL)) return null;
  return (
    <SheetSection kind="foot" label="Ihr Konto">
      <div role="status">
        <Notice kind="info" title="Ihr Konto ist gelöscht">
          Ihre persönlichen Daten sind gelöscht, und Sie sind überall abgemeldet. Danke, dass Sie es mit
          Spielgeld versucht haben. Mit derselben Adresse können Sie jederzeit ein neues Konto eröffnen.
        </Notice>
      </div>
    </SheetSection>
  );
}
