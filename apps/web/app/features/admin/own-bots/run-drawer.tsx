import { isOpenRun, type OwnBotHold } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, NO_FIGURE, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { errorCode } from '../../../lib/server/api.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Link } from '../../../lib/url/link.tsx';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { IconPlayerPause, IconPlayerPlay } from '../../../ui/icon/icons.ts';
import { Drawer, useOpening } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { EmptyState, NotLoaded } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { HoldMoment } from '../hold-moment.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import {
  asOf,
  bytesPerDay,
  bytesText,
  faultText,
  type HoldStep,
  holdSubject,
  minutesText,
  numberText,
  runState,
  stepText,
} from './own-bot-words.ts';
import { concernedIn, type OwnBotRunDetail, useOwnBotRun } from './own-bots.queries.ts';
import { OwnerLink } from './owner-link.tsx';

interface RunDrawerProps {
  /** Of the run that is open; null for none. */
  id: string | null;
  /** All own bots are held. */
  allHold: OwnBotHold | null;
  onClose: () => void;
}

/** One run with its money, what it costs, and when it was held. */
export function RunDrawer({ id, ...rest }: RunDrawerProps) {
  // While it closes it still shows what it showed.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  return shown === null ? null : <OpenRun key={shown} id={shown} opened={id !== null} {...rest} />;
}

function OpenRun({ id, opened, allHold, onClose }: RunDrawerProps & { id: string; opened: boolean }) {
  const { data, error, refetch } = useOwnBotRun(id);
  const [asked, ask, close] = useOpening<HoldStep>();
  const canHold = useMay()('admin.holdOwnBots');
  const run = data?.run;
  return (
    <>
      <Drawer
        inAddress
        opened={opened}
        onClose={onClose}
        title={run ? numberText(run.number) : 'Eigener Bot'}
        note={run && `Fassung ${run.version}, Lauf ${run.series}`}
        foot={canHold && data && <HoldButton detail={data} onAsk={ask} />}
      >
        {data ? (
          <RunFacts detail={data} allHold={allHold} />
        ) : error && errorCode(error) === 'OWN_BOT_NOT_FOUND' ? (
          <EmptyState title="Nicht gefunden">Diesen Lauf gibt es nicht.</EmptyState>
        ) : error ? (
          <NotLoaded onRetry={() => void refetch()}>Der Lauf konnte nicht geladen werden.</NotLoaded>
        ) : (
          <RowsSkeleton count={8} />
        )}
      </Drawer>
      {data && asked && (
        <HoldDialog
          key={asked.key}
          opened={asked.isOpen}
          step={asked.subject}
          concerned={concernedIn(data, allHold !== null)}
          hold={data.hold}
          onClose={close}
        />
      )}
    </>
  );
}

/** Nothing to hold once it has ended; a hold of the bot can be ended all the same. */
function HoldButton({ detail, onAsk }: { detail: OwnBotRunDetail; onAsk: (step: HoldStep) => void }) {
  if (detail.hold)
    return (
      <Button icon={IconPlayerPlay} onClick={() => onAsk('release')}>
        Bot fortsetzen
      </Button>
    );
  if (!isOpenRun(detail.run.state)) return null;
  return (
    <Button icon={IconPlayerPause} onClick={() => onAsk('hold')}>
      Bot anhalten
    </Button>
  );
}

function RunFacts({ detail, allHold }: { detail: OwnBotRunDetail; allHold: OwnBotHold | null }) {
  const { run, hold } = detail;
  const now = useNow(30_000);
  const [put, value] = [fromWire(run.amountUsd), fromWire(run.valueUsd)];
  const { tone, word } = runState(run);
  const fault = faultText(run.state);
  const lasting = hold ?? (isOpenRun(run.state) ? allHold : null);
  return (
    <>
      <div>
        <p className="small muted">{run.endedAt === null ? `Wert, ${asOf(run.at, now)}` : 'Ausgezahlt'}</p>
        <p className="[--unit-size:16px] text-3xl tracking-[-0.02em]">
          <Amount value={value} unit={WALLET_UNIT} />
        </p>
      </div>
      {lasting && (
        <Notice kind="warning" title={`Angehalten seit ${formatDateTime(lasting.heldAt)}`}>
          <p className="wrap-anywhere">
            {`${lasting.botId === null ? 'Mit allen eigenen Bots, von' : 'Von'} ${lasting.heldBy ?? 'einem gelöschten Konto'}: `}
            <bdi>{lasting.reason}</bdi>
          </p>
        </Notice>
      )}
      {fault !== null && <Notice kind="warning">{fault}</Notice>}
      <KeyValues
        facts={[
          { label: 'Besitzer', value: <OwnerLink run={run} isWhole /> },
          { label: 'Zustand', value: <StatusPill tone={tone}>{word}</StatusPill> },
          { label: 'Märkte', value: run.symbols.join(', ') },
          { label: 'Einsatz', value: <Amount value={put} unit={WALLET_UNIT} /> },
          {
            label: 'Gewinn oder Verlust',
            value: <Amount value={value - put} tone="delta" unit={WALLET_UNIT} />,
          },
          { label: 'Anteilswert', value: formatDecimal(Number(run.nav), { digits: 6 }) },
          { label: 'Gestartet', value: formatDateTime(run.startedAt) },
          ...(run.endedAt === null ? [] : [{ label: 'Beendet', value: formatDateTime(run.endedAt) }]),
        ]}
      />
      <Costs detail={detail} now={now} />
      <Holds holds={detail.holds} />
      <p className="small">
        <Link className="link" to={urls.adminAuditOf(run.botId)}>
          {`Prüfspur zum Bot ${run.number}`}
        </Link>
      </p>
    </>
  );
}

function Costs({ detail: { run, stepTime, kept }, now }: { detail: OwnBotRunDetail; now: number }) {
  const perDay = bytesPerDay(kept.bytes, run.startedAt, run.endedAt === null ? now : Date.parse(run.endedAt));
  return (
    <section>
      <h3 className="pb-1 text-sm font-bold">Was er kostet</h3>
      <KeyValues
        facts={[
          { label: 'Rechenzeit je Minute', value: stepText(stepTime?.micros ?? null) },
          {
            label: 'Gemessen',
            value:
              stepTime === null
                ? NO_FIGURE
                : `${minutesText(stepTime.minutes)} seit ${formatDateTime(stepTime.since)}`,
          },
          { label: 'Gespeichert', value: bytesText(kept.bytes) },
          { label: 'Gespeichert je Tag', value: perDay === null ? NO_FIGURE : bytesText(perDay) },
          { label: 'Ausführungen', value: formatCount(kept.fills) },
          { label: 'Feststellungen', value: formatCount(kept.strikes) },
          { label: 'Zeilen im Protokoll', value: formatCount(kept.protocol) },
          { label: 'Buchungen', value: formatCount(kept.bookings) },
        ]}
      />
      <p className="pt-2 text-[12px]/4.5 text-muted">
        {stepTime === null && run.endedAt === null
          ? 'Gemessen wird auf dem Server, der führt; dieser hat den Bot noch nicht gerechnet. '
          : ''}
        Rechenzeit ist, wie lange eine Minute des Bots den Server im Mittel beschäftigt, ohne Datenbank.
        Gespeichert sind seine Zeilen ohne Verzeichnisse.
      </p>
    </section>
  );
}

function Holds({ holds }: { holds: readonly OwnBotHold[] }) {
  return (
    <section>
      <h3 className="pb-1 text-sm font-bold">Eingriffe</h3>
      {holds.length === 0 ? (
        <p className="small muted">Er war noch nie angehalten.</p>
      ) : (
        <ul className="grid gap-3 text-sm wrap-anywhere [&_span]:whitespace-normal!">
          {holds.map((hold) => (
            <li key={hold.id} className="grid gap-1">
              {hold.botId === null && <b className="font-580">{holdSubject(hold)}</b>}
              <HoldMoment does="Angehalten" at={hold.heldAt} by={hold.heldBy} reason={hold.reason} />
              {hold.releasedAt === null ? (
                'Dauert an'
              ) : (
                <HoldMoment
                  does="Fortgesetzt"
                  at={hold.releasedAt}
                  by={hold.releasedBy}
                  reason={hold.releaseReason}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
