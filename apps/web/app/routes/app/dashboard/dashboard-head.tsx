import { formatWeekdayDateTime } from '../../../lib/format/dates.ts';
import { useNow } from '../../../lib/live/now.ts';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { IconArrowBarToDown, IconArrowBarUp, IconPlayerPlay } from '../../../ui/icon/icons.ts';

/** Stands also when the figures below cannot be loaded. */
export function DashboardHead({ isNew }: { isNew: boolean | undefined }) {
  const now = useNow(30_000);
  if (isNew) {
    return <PageHead title={`Willkommen bei ${BRAND_NAME}`} note="Alles mit Spielgeld." />;
  }
  return (
    <PageHead
      title="Dashboard"
      note={formatWeekdayDateTime(now)}
      actions={
        <>
          <ButtonLink to={urls.deposits} look="primary" icon={IconArrowBarToDown}>
            Einzahlen
          </ButtonLink>
          <ButtonLink to={urls.bots} icon={IconPlayerPlay}>
            Bot starten
          </ButtonLink>
          <ButtonLink to={urls.withdrawals} icon={IconArrowBarUp}>
            Auszahlen
          </ButtonLink>
        </>
      }
    />
  );
}
