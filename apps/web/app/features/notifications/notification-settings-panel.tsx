import {
  inAppDelivery,
  NOTIFICATION_EVENT_FACTS,
  type NotificationEvent,
  type NotificationSetting,
} from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId } from 'react';
import { DemoMailboxHint } from '../../entities/account/demo-mailbox-hint.tsx';
import { errorText, queries } from '../../lib/server/api.ts';
import { useInstantChange } from '../../lib/server/use-command.ts';
import { Switch } from '../../ui/form/checkbox.tsx';
import { FieldProblem } from '../../ui/form/field.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { LoadFailure } from '../../ui/state/load-failure.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';

const TABLE = clsx(
  'w-full border-collapse text-sm [&_th]:py-3 [&_th]:px-2 [&_th]:border-b [&_th]:border-b-border',
  '[&_th]:align-middle [&_td]:py-3 [&_td]:px-2 [&_td]:border-b [&_td]:border-b-border',
  '[&_td]:align-middle [&_thead_th]:py-2.5 [&_thead_th]:border-control [&_thead_th]:text-[12px]/4',
  '[&_thead_th]:font-550 [&_thead_th]:text-muted [&_thead_th]:text-left',
  '[&_tbody_tr:last-child>*]:border-b-0 [&_th:first-child]:pl-(--pad)',
  '[&_td:last-child]:pr-(--pad) [&_th:last-child]:pr-(--pad)',
  'max-[480px]:[&_td:last-child]:pr-2 max-[480px]:[&_th:last-child]:pr-2',
);
const WAY = 'w-23 text-center! max-[480px]:w-17 max-[480px]:pl-0! max-[480px]:not-last:pr-0!';
/** Below the switch, without moving anything. */
const NOTE = clsx(
  'absolute top-9 left-1/2 [translate:-50%_0] text-xs text-muted whitespace-nowrap',
  'data-[status=success]:font-550 data-[status=success]:text-text',
  'data-[status=error]:font-550 data-[status=error]:text-down',
);

interface NotificationSettingsPanelProps {
  /** The demo keeps its mails in a mailbox of its own. */
  inDemoMailbox: boolean;
}

/** Which events reach one, and how. Every switch is saved at once. */
export function NotificationSettingsPanel({ inDemoMailbox }: NotificationSettingsPanelProps) {
  const { data, error, refetch } = useNotificationSettings();
  const change = useChangeNotificationSetting();
  const alwaysId = useId();
  const noMailId = useId();
  const heardByAdmins = data?.items.some(({ event }) => event === 'operations_alert');

  return (
    <Panel
      title="Benachrichtigungen"
      note="Was Sie umschalten, gilt sofort."
      flush
      foot={
        <div className="grid gap-2 min-w-0">
          {/* Seen beside the switch itself, wherever on the page that is. */}
          <p className="vh" role="status">
            {change.isSuccess && savedText(change.variables)}
          </p>
          {change.isError && <FieldProblem>{errorText(change.error)}</FieldProblem>}
          <p className="small muted" id={alwaysId}>
            {`„Immer“ lässt sich nicht abschalten: Es geht um Ihre Sicherheit${heardByAdmins ? ', um Änderungen an Ihrem Guthaben oder um den Betrieb' : ' oder um Änderungen an Ihrem Guthaben'}.`}
          </p>
          {data && !data.mailPossible && (
            <p className="small muted" id={noMailId}>
              Diese Plattform kann keine E-Mails versenden, deshalb ist „Per E-Mail“ nicht wählbar.
            </p>
          )}
          {data?.mailPossible && inDemoMailbox && (
            <div className="small muted">
              <DemoMailboxHint />
            </div>
          )}
        </div>
      }
    >
      {data ? (
        <table className={TABLE}>
          <thead>
            <tr>
              <th scope="col">Ereignis</th>
              <th scope="col" className={WAY}>
                In der App
              </th>
              <th scope="col" className={WAY}>
                Per <span className="nowrap">E-Mail</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((item) => (
              <EventRow
                key={item.event}
                setting={item}
                mailPossible={data.mailPossible}
                alwaysId={alwaysId}
                noMailId={noMailId}
                last={change.variables?.event === item.event ? change : null}
                onChange={change.mutate}
              />
            ))}
          </tbody>
        </table>
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={8} />
      )}
    </Panel>
  );
}

interface EventRowProps {
  setting: NotificationSetting;
  mailPossible: boolean;
  alwaysId: string;
  noMailId: string;
  /** The last change, if it was one of this event. */
  last: Pick<ReturnType<typeof useChangeNotificationSetting>, 'status' | 'variables'> | null;
  onChange: (change: SettingChange) => void;
}

function EventRow({ setting, mailPossible, alwaysId, noMailId, last, onChange }: EventRowProps) {
  const { event } = setting;
  const facts = NOTIFICATION_EVENT_FACTS[event];
  const alwaysInApp = inAppDelivery(event, mailPossible) === 'always';
  return (
    <tr>
      <th scope="row" className="text-left text-[15px] font-semibold hyphens-auto">
        {facts.label}
        <span className="block max-w-[52ch] text-[14px] font-normal text-muted">{facts.explanation}</span>
      </th>
      <td className={WAY}>
        <span className="relative inline-block">
          <Switch
            label={`${facts.label}: in der App`}
            checked={setting.inApp}
            disabled={alwaysInApp}
            describedBy={alwaysInApp ? alwaysId : undefined}
            onChange={(inApp) => onChange({ event, inApp })}
          />
          {alwaysInApp && <span className={NOTE}>Immer</span>}
          {last?.variables?.inApp !== undefined && <Outcome status={last.status} />}
        </span>
      </td>
      <td className={WAY}>
        <span className="relative inline-block">
          <Switch
            label={`${facts.label}: per E-Mail`}
            checked={mailPossible && setting.byMail}
            disabled={!mailPossible || facts.byMail === 'always'}
            describedBy={mailPossible ? (facts.byMail === 'always' ? alwaysId : undefined) : noMailId}
            onChange={(byMail) => onChange({ event, byMail })}
          />
          {mailPossible && facts.byMail === 'always' && <span className={NOTE}>Immer</span>}
          {last?.variables?.byMail !== undefined && <Outcome status={last.status} />}
        </span>
      </td>
    </tr>
  );
}

type Status = ReturnType<typeof useChangeNotificationSetting>['status'];

const OUTCOMES: Record<Status, string> = {
  idle: '',
  pending: '…',
  success: 'Gespeichert',
  error: 'Fehler',
};

function Outcome({ status }: { status: Status }) {
  return (
    <span className={NOTE} data-status={status} aria-hidden>
      {OUTCOMES[status]}
    </span>
  );
}

function savedText({ event, inApp, byMail }: SettingChange): string {
  const way = inApp === undefined ? 'per E-Mail' : 'in der App';
  return `Gespeichert: ${NOTIFICATION_EVENT_FACTS[event].label} ${way} ${(inApp ?? byMail) ? 'an' : 'aus'}.`;
}

const settings = queries.notifications.getNotificationSettings;

interface SettingChange {
  event: NotificationEvent;
  inApp?: boolean | undefined;
  byMail?: boolean | undefined;
}

function useNotificationSettings() {
  return useQuery(settings.queryOptions());
}

function useChangeNotificationSetting() {
  const client = useQueryClient();
  const key = settings.queryKey();
  return useInstantChange('notifications.updateNotificationSettings', {
    keys: [key],
    show: (change) =>
      client.setQueryData(
        key,
        (before) => before && { ...before, items: before.items.map((item) => withChange(item, change)) },
      ),
  });
}

function withChange(item: NotificationSetting, { event, inApp, byMail }: SettingChange): NotificationSetting {
  if (item.event !== event) return item;
  return { event, inApp: inApp ?? item.inApp, byMail: byMail ?? item.byMail };
}
