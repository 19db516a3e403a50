import { canDeleteOwnBot, type OwnBotDetail, type OwnBotStatus } from '@botdepot/contract';
import { useNavigate } from 'react-router';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/overlay/dialog.tsx';

interface DeleteDialogProps {
  bot: OwnBotDetail;
  opened: boolean;
  onClose: () => void;
}

/** Asks once more; while there is money in the bot it says what has to come before. */
export function DeleteDialog({ bot, opened, onClose }: DeleteDialogProps) {
  const navigate = useNavigate();
  const { run, pending } = useCommand('testbench.deleteOwnBot', {
    failed: { title: 'Nicht gelöscht', text: errorText },
    onDone: () => {
      toast.success('Bot gelöscht', 'Seine Versuche bleiben gezählt.');
      // The page that one comes from is gone.
      void navigate(urls.ownBots, { replace: true });
    },
  });
  const title = `${bot.name} löschen?`;
  const before = beforeDeletion(bot.status);
  if (before !== null)
    return (
      <Dialog
        opened={opened}
        onClose={onClose}
        title={title}
        foot={
          <>
            <Button onClick={onClose}>Schließen</Button>
            <ButtonLink look="primary" to={urls.ownBotLive(bot.id)}>
              Zu „Live“
            </ButtonLink>
          </>
        }
      >
        <p>{before}</p>
      </Dialog>
    );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={title}
      confirmLabel="Endgültig löschen"
      pending={pending}
      onConfirm={() => run({ id: bot.id })}
    >
      <p>Die Regel und ihre Fassungen sind danach fort. Ihre Versuche bleiben gezählt.</p>
    </ConfirmDialog>
  );
}

/** What has to come before a deletion; null where it can be deleted at once. */
export function beforeDeletion(status: OwnBotStatus): string | null {
  if (canDeleteOwnBot(status)) return null;
  if (status === 'starting')
    return 'Der Bot wartet auf seinen Start. Nehmen Sie zuerst den Auftrag zurück, dann können Sie ihn löschen.';
  if (status === 'stopping')
    return 'Der Bot wird gerade beendet. Sobald das Geld zurück in Ihrem Wallet ist, können Sie ihn löschen.';
  return 'In diesem Bot ist noch Spielgeld. Beenden Sie ihn zuerst, dann können Sie ihn löschen.';
}
