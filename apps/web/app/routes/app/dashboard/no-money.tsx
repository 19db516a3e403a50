import type { Wallet } from '@botdepot/contract';
import { USUAL_TIME } from '../../../features/wallet/requests/request-timeline.ts';
import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { IconArrowBarToDown } from '../../../ui/icon/icons.ts';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { ONE_CARD } from './overview-skeleton.tsx';

/** The dashboard of a customer who has nothing to start a bot with: one card, one button. */
export function NoMoney({ wallet }: { wallet: Wallet }) {
  const waits = wallet.pendingDeposits > 0;
  return (
    <Panel label="Erster Schritt">
      <div className={ONE_CARD}>
        {waits ? (
          <>
            <h2>Ihre Einzahlung wird geprüft</h2>
            <p>{`Jemand aus dem Team sieht sie an. ${USUAL_TIME.deposit} Sie müssen nichts tun; sobald sie gutgeschrieben ist, können Sie hier einen Bot starten.`}</p>
            <ButtonLink to={urls.deposits}>Einzahlung ansehen</ButtonLink>
          </>
        ) : (
          <>
            <h2>Zuerst brauchen Sie Spielgeld</h2>
            <p>Sie zahlen einen Betrag ein, den Sie sich ausdenken. Damit handelt dann ein Bot.</p>
            <ButtonLink to={urls.deposits} look="primary" icon={IconArrowBarToDown}>
              Spielgeld einzahlen
            </ButtonLink>
          </>
        )}
      </div>
    </Panel>
  );
}
