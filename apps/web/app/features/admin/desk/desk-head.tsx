import { type DeskChat, isSomebodyElses } from '@botdepot/contract';
import { IconUser } from '@tabler/icons-react';
import { errorText } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { useMay } from '../../../lib/profile.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import classes from './desk.module.css';
import { useDownloadTranscript, useSetAssignee, useSetStatus, useTeam } from './desk.queries.ts';
import { STATUS_STEPS, STATUS_WORDS } from './desk-texts.ts';
import { WaitingLine } from './desk-waiting.tsx';

interface DeskHeadProps {
  chat: DeskChat;
  ownUserId: string;
}

/** Who asks, how long they have waited, the chat's status, and who works on it. */
export function DeskHead({ chat, ownUserId }: DeskHeadProps) {
  const now = useNow(30_000);
  const may = useMay();
  return (
    <header className={classes.head}>
      <div className={classes.headLine}>
        <div className={classes.who}>
          <h2 title={chat.userEmail}>{chat.userEmail}</h2>
          <WaitingLine chat={chat} now={now} />
        </div>
        {may('supportDesk.setStatus') ? (
          <StatusButtons chat={chat} />
        ) : (
          <span className="small">{STATUS_WORDS[chat.status].label}</span>
        )}
      </div>
      <AssigneeLine chat={chat} ownUserId={ownUserId} />
    </header>
  );
}

function StatusButtons({ chat }: { chat: DeskChat }) {
  const { run, pending, input, error } = useSetStatus();
  return (
    <>
      <fieldset className={`bare-fieldset ${classes.status}`}>
        <legend className="vh">Status</legend>
        {STATUS_STEPS.map((status) => (
          <button
            key={status}
            type="button"
            disabled={status === chat.status}
            aria-busy={(pending && status === input?.status) || undefined}
            onClick={() => run({ id: chat.id, status })}
          >
            {STATUS_WORDS[status].label}
          </button>
        ))}
      </fieldset>
      {error ? <Notice kind="warning">{errorText(error)}</Notice> : null}
    </>
  );
}

function AssigneeLine({ chat, ownUserId }: DeskHeadProps) {
  const { assignee } = chat;
  const isOwn = assignee?.userId === ownUserId;
  const others = useTeam().filter(({ userId }) => userId !== ownUserId && userId !== assignee?.userId);
  const assign = useSetAssignee();
  const transcript = useDownloadTranscript();
  const canAssign = useMay()('supportDesk.setAssignee');
  const give = (to: string | null) =>
    assign.run({ id: chat.id, assignee: to, expected: assignee?.userId ?? null });
  const failure = assign.error ?? transcript.error;
  return (
    <div className={classes.assigneeLine}>
      <p className={classes.assignee} role="status">
        <Icon as={IconUser} size={16} />
        <span>{assigneeText(chat, ownUserId)}</span>
      </p>
      <div className={classes.assigneeActions}>
        {!canAssign ? null : isOwn ? (
          <Button size="sm" look="quiet" pending={assign.pending} onClick={() => give(null)}>
            Abgeben
          </Button>
        ) : (
          <Button size="sm" look="quiet" pending={assign.pending} onClick={() => give(ownUserId)}>
            Übernehmen
          </Button>
        )}
        <ActionMenu
          label="Mehr"
          groups={[
            {
              label: 'Übergeben an',
              actions: (canAssign ? others : []).map(({ userId, email }) => ({
                key: userId,
                label: email,
                onSelect: () => give(userId),
              })),
            },
            {
              label: 'Gespräch',
              actions: [
                {
                  key: 'transcript',
                  label: 'Gesprächsverlauf herunterladen',
                  onSelect: () => transcript.run({ id: chat.id }),
                },
              ],
            },
          ]}
        />
      </div>
      {failure ? <Notice kind="warning">{errorText(failure)}</Notice> : null}
    </div>
  );
}

function assigneeText({ assignee }: DeskChat, ownUserId: string): string {
  if (assignee === null) return 'Noch niemand zugeteilt';
  return isSomebodyElses(assignee, ownUserId)
    ? `${assignee.email} bearbeitet diesen Chat`
    : 'Sie bearbeiten diesen Chat';
}
