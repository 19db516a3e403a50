import { clsx } from 'clsx';
import { useMay } from '../../lib/session/profile.ts';
import { ADMIN_SECTIONS } from './admin-texts.ts';
import { CorrectWalletForm } from './corrections/correct-wallet-form.tsx';
import { ConfirmRequests } from './queue/confirm-requests.tsx';

export const SPLIT = clsx(
  'grid grid-cols-1 gap-(--gap) items-start',
  '@min-[900px]:data-[list=narrow]:grid-cols-[minmax(0,1fr)_21rem]',
  '@min-[1100px]:grid-cols-[minmax(0,1fr)_21rem]',
);

/** The tab „Ein-/Auszahlungen bestätigen“: both queues, and the correction of a wallet. */
export function RequestsTab({ ownUserId }: { ownUserId: string }) {
  const canCorrect = useMay()('admin.correctWallet');
  return (
    <ConfirmRequests ownUserId={ownUserId}>
      {canCorrect && (
        <div id={ADMIN_SECTIONS.correction} className="@container scroll-mt-21">
          <CorrectWalletForm ownUserId={ownUserId} />
        </div>
      )}
    </ConfirmRequests>
  );
}
