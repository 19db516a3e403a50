import type { AdminOverview } from '@botdepot/contract';
import classes from './admin.module.css';
import { ADMIN_SECTIONS } from './admin-sections.ts';
import { ConfirmRequests } from './confirm-requests.tsx';
import { CorrectWalletForm } from './correct-wallet-form.tsx';

interface RequestsTabProps {
  overview: AdminOverview | undefined;
  ownUserId: string;
}

/** The tab „Ein-/Auszahlungen bestätigen“: both queues, and the correction of a wallet. */
export function RequestsTab({ overview, ownUserId }: RequestsTabProps) {
  return (
    <div className={classes.split}>
      <div>
        <ConfirmRequests overview={overview} ownUserId={ownUserId} />
      </div>
      <div id={ADMIN_SECTIONS.correction} className={classes.section}>
        <CorrectWalletForm ownUserId={ownUserId} />
      </div>
    </div>
  );
}
