import { useMay } from '../../lib/profile.ts';
import classes from './admin.module.css';
import { ADMIN_SECTIONS } from './admin-sections.ts';
import { CorrectWalletForm } from './corrections/correct-wallet-form.tsx';
import { ConfirmRequests } from './queue/confirm-requests.tsx';

/** The tab „Ein-/Auszahlungen bestätigen“: both queues, and the correction of a wallet. */
export function RequestsTab({ ownUserId }: { ownUserId: string }) {
  if (!useMay()('admin.correctWallet')) return <ConfirmRequests ownUserId={ownUserId} />;
  return (
    <div className={classes.split}>
      <div>
        <ConfirmRequests ownUserId={ownUserId} />
      </div>
      <div id={ADMIN_SECTIONS.correction} className={classes.section}>
        <CorrectWalletForm ownUserId={ownUserId} />
      </div>
    </div>
  );
}
