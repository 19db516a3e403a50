import type { OwnBotHold } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { useSearchParams } from 'react-router';
import { formatDateTime, formatElapsed } from '../../../lib/format/dates.ts';
import { formatCount, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { queries } from '../../../lib/server/api.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Link } from '../../../lib/url/link.tsx';
import { pageNumber } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TabLinks } from '../../../ui/form/tabs.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { IconPlayerPause, IconPlayerPlay } from '../../../ui/icon/icons.ts';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { StatStrip } from '../../../ui/sheet/stat-strip.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { StatStripSkeleton } from '../../../ui/state/skeleton.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { HoldMoment } from '../hold-moment.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { OwnBotRuns } from './own-bot-runs.tsx';
import {
  asOf,
  type HoldRequest,
  type HoldStep,
  holdSubject,
  peopleText,
  runsText,
  startsText,
  stepText,
} from './own-bot-words.ts';
import { allConcerned, concernedBy, type OwnBotsOverview, useOwnBotsOverview } from './own-bots.queries.ts';

/** Who runs which own bot with how much money and at what cost, and the brake for one of them or for all. */
export function OwnBotsPage() {
  const [parameters] = useSearchParams();
  const view = parameters.get('ansicht') === 'eingriffe' ? 'holds' : 'runs';
  const { data, isError } = useOwnBotsOverview();
  const [asked, ask, close] = useOpening<HoldRequest>();
  const canHold = useMay()('admin.holdOwnBots');
  const askAll = (step: HoldStep) => data && ask({ step, concerned: allConcerned(data), hold: data.hold });
  return (
    <>
      <PageHead
        title="Eigene Bots"
        note="Von Kunden gebaut. Ihre Regeln sieht nur, wem sie gehören. Aktualisiert sich von selbst."
        actions={
          canHold &&
          data?.hold === null && (
            <Button look="bare" icon={IconPlayerPause} onClick={() => askAll('hold')}>
              Alle anhalten
            </Button>
          )
        }
      />
      <TabLinks
        label="Bereiche"
        current={view}
        tabs={[
          { value: 'runs', label: 'Läufe', to: urls.adminOwnBots },
          { value: 'holds', label: 'Eingriffe', to: urls.adminOwnBotHolds },
        ]}
      />
      <div className="stack">
        {data?.hold && <AllHeld hold={data.hold} onRelease={canHold ? () => askAll('release') : undefined} />}
        {data?.places === 0 && (
          <Notice title="Auf dieser Plattform abgeschaltet">
            Es beginnt kein eigener Bot mehr. Was läuft, läuft weiter und lässt sich beenden.
          </Notice>
        )}
        {view === 'holds' ? (
          <OwnBotHolds overview={data} onRelease={canHold ? ask : undefined} />
        ) : (
          <>
            {(data || !isError) && <Overview overview={data} />}
            <OwnBotRuns allHold={data?.hold ?? null} />
          </>
        )}
      </div>
      {asked && (
        <HoldDialog
          key={asked.key}
          opened={asked.isOpen}
          {...asked.subject}
          // As it is by now.
          {...(asked.subject.concerned.botId === null &&
            data && { hold: data.hold, concerned: allConcerned(data) })}
          onClose={close}
        />
      )}
    </>
  );
}

function AllHeld({ hold, onRelease }: { hold: OwnBotHold; onRelease: (() => void) | undefined }) {
  const { heldAt, heldBy, reason } = hold;
  return (
    <Notice kind="warning" title="Alle eigenen Bots sind angehalten">
      <p className="wrap-anywhere">
        {`Seit ${formatDateTime(heldAt)}, von ${heldBy ?? 'einem gelöschten Konto'}: `}
        <bdi>{reason}</bdi>
      </p>
      <p>Sie entscheiden nichts, und Starts warten. Beendet werden Bots wie immer.</p>
      {onRelease && (
        <p className="mt-2">
          <Button size="sm" icon={IconPlayerPlay} onClick={onRelease}>
            Alle fortsetzen
          </Button>
        </p>
      )}
    </Notice>
  );
}

const LABELS = [
  'Laufen',
  `In Töpfen, ${WALLET_UNIT}`,
  `In Aufträgen, ${WALLET_UNIT}`,
  'Rechenzeit je Minute',
] as const;

function Overview({ overview }: { overview: OwnBotsOverview | undefined }) {
  const now = useNow(30_000);
  const mayLookAtSystem = useMay()('admin.getSystemState');
  if (!overview) return <StatStripSkeleton labels={LABELS} notes={[2, 1, 1, 2]} />;
  const { runs, people, places, poolsUsd, orders, ordersUsd, stepMicros, until } = overview;
  return (
    <StatStrip
      label="Eigene Bots zusammen"
      stats={[
        {
          label: LABELS[0],
          value: runsText(runs),
          notes: [`von ${peopleText(people)}`, places === 1 ? '1 Platz' : `${formatCount(places)} Plätze`],
          to: `${urls.adminOwnBots}?stand=laufend`,
        },
        {
          label: LABELS[1],
          value: <Amount value={fromWire(poolsUsd)} />,
          notes: ['dafür steht das Haus ein'],
        },
        { label: LABELS[2], value: <Amount value={fromWire(ordersUsd)} />, notes: [startsText(orders)] },
        {
          label: LABELS[3],
          value: stepText(stepMicros),
          notes: [
            runs === 0
              ? 'keiner läuft'
              : stepMicros === null
                ? 'auf diesem Server nicht gemessen'
                : 'alle zusammen, im Mittel',
            ...(until === null ? [] : [asOf(until, now)]),
          ],
          ...(mayLookAtSystem && { to: urls.adminSystem }),
        },
      ]}
    />
  );
}

const LIST = { page: pageNumber() };

interface OwnBotHoldsProps {
  overview: OwnBotsOverview | undefined;
  /** Absent where it is not in the field of this admin. */
  onRelease: ((request: HoldRequest) => void) | undefined;
}

/** When own bots were held, by whom and why, and when they went on. */
function OwnBotHolds({ overview, onRelease }: OwnBotHoldsProps) {
  const list = useList(LIST, ({ page }) => queries.admin.listOwnBotHolds.queryOptions({ input: { page } }));
  const now = useNow(30_000);
  const release =
    onRelease && overview
      ? (hold: OwnBotHold) => onRelease({ step: 'release', concerned: concernedBy(hold, overview), hold })
      : undefined;
  return (
    <Panel title="Eingriffe" note="Wann eigene Bots angehalten waren, und warum" flush>
      <PagedRows
        list={list}
        noun="Eingriffe"
        expected={4}
        failedTitle="Die Eingriffe konnten nicht geladen werden"
        none={
          <EmptyState title="Noch kein Eingriff">
            Sobald jemand einen eigenen Bot anhält, steht hier, wann, von wem und warum.
          </EmptyState>
        }
      >
        {(items) => (
          <DataTable
            caption="Eingriffe, andauernde zuerst, dann die neuesten"
            columns={columnsAt(now, release)}
            rows={items}
            rowKey={({ id }) => id}
          />
        )}
      </PagedRows>
    </Panel>
  );
}

const columnsAt = (now: number, release: ((hold: OwnBotHold) => void) | undefined): Column<OwnBotHold>[] => [
  {
    key: 'bot',
    head: 'Bot',
    list: 'title',
    cell: (hold) =>
      hold.number === null ? (
        <b className="font-580 nowrap">{holdSubject(hold)}</b>
      ) : (
        <Link className="link font-580 nowrap" to={urls.adminOwnBotsOf(String(hold.number))}>
          {holdSubject(hold)}
        </Link>
      ),
  },
  {
    key: 'held',
    head: 'Angehalten',
    list: 'note',
    cell: ({ heldAt, heldBy, reason }) => (
      <HoldMoment at={heldAt} by={heldBy} reason={reason} does="Angehalten" />
    ),
  },
  {
    key: 'released',
    head: 'Fortgesetzt',
    list: 'wide',
    cell: (hold) =>
      hold.releasedAt !== null ? (
        <HoldMoment
          at={hold.releasedAt}
          by={hold.releasedBy}
          reason={hold.releaseReason}
          does="Fortgesetzt"
        />
      ) : release ? (
        <Button size="sm" onClick={() => release(hold)}>
          Fortsetzen
          <span className="vh">{`: ${holdSubject(hold)}`}</span>
        </Button>
      ) : (
        'Dauert an'
      ),
  },
  {
    key: 'duration',
    head: 'Dauer',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ heldAt, releasedAt }) =>
      formatElapsed(Date.parse(heldAt), releasedAt === null ? now : Date.parse(releasedAt)),
  },
];
