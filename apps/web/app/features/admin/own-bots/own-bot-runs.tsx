import { type AdminOwnBot, DELETED_ACCOUNT, type OwnBotHold } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { formatDate, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatDecimal, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { csvAmount } from '../../../lib/page/save-and-copy.ts';
import { UUID } from '../../../lib/server/use-command.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { matching, place, useUrlState } from '../../../lib/url/url-state.ts';
import { OPENING, useTakeBack } from '../../../lib/url/way-back.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { type CsvRows, ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar, FilterSelect } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import { CountedTitle } from '../counted-title.tsx';
import { asOfShort, marketsText, runState, stepText } from './own-bot-words.ts';
import { loadRuns, RUNS, runsQuery } from './own-bots.queries.ts';
import { OwnerLink } from './owner-link.tsx';
import { RunDrawer } from './run-drawer.tsx';

const PLACE = { run: place(matching('lauf', UUID)) };
const STATE_OPTIONS = [
  { value: 'open', label: 'Laufende' },
  { value: 'ended', label: 'Beendete' },
] as const;
const SEARCHED =
  'Gesucht wird in Nummern eigener Bots und in E-Mail-Adressen, Namen und Kennungen von Kunden.';

/** Every run, those that go on first. A row opens what stands behind it. */
export function OwnBotRuns({ allHold }: { allHold: OwnBotHold | null }) {
  const list = useList(RUNS, runsQuery);
  const { value, set } = useUrlState(PLACE);
  const takeBack = useTakeBack();
  const now = useNow(30_000);
  const { data } = list.query;
  return (
    <>
      <Panel
        flush
        title={<CountedTitle count={data?.total}>Läufe</CountedTitle>}
        aside={
          <ListCsvButton
            total={data?.total}
            fileName="eigene-bots.csv"
            label="Läufe eigener Bots"
            load={async () => ownBotsCsv(await loadRuns(list.value))}
          />
        }
      >
        <FilterBar>
          <SearchField
            label="Eigene Bots suchen"
            placeholder="Nummer, E-Mail oder Kennung"
            minLength={SEARCH_MIN_LENGTH}
            value={list.value.query}
            onSearch={(query) => list.set({ query })}
          />
          <FilterSelect
            label="Stand"
            allLabel="Laufende und beendete"
            options={STATE_OPTIONS}
            value={list.value.state}
            onChange={(state) => list.set({ state })}
          />
        </FilterBar>
        <PagedRows
          list={list}
          noun="Läufe"
          expected={6}
          failedTitle="Die eigenen Bots konnten nicht geladen werden"
          none={
            <EmptyState title="Noch kein eigener Bot gestartet">
              Sobald ein Kunde einen eigenen Bot mit Spielgeld startet, steht sein Lauf hier.
            </EmptyState>
          }
          noMatch={SEARCHED}
        >
          {(items) => (
            <DataTable
              caption="Läufe eigener Bots, laufende zuerst, dann die neuesten"
              needs="much"
              columns={columnsAt(now, allHold !== null)}
              rows={items}
              rowKey={({ id }) => id}
              onOpen={({ id }) => set({ run: id }, OPENING)}
              isCurrent={({ id }) => id === value.run}
            />
          )}
        </PagedRows>
      </Panel>
      <RunDrawer
        id={value.run}
        allHold={allHold}
        onClose={() => takeBack(() => set({ run: null }, { replace: true }))}
      />
    </>
  );
}

/** @param allHeld is said once, above the list. */
const columnsAt = (now: number, allHeld: boolean): Column<AdminOwnBot>[] => [
  {
    key: 'bot',
    head: 'Bot',
    kind: 'primary',
    list: 'title',
    cell: ({ number, symbols }) => (
      <>
        <b className="font-580 tabular-nums">{number}</b>
        <small className="nowrap" title={symbols.join(', ')}>
          {marketsText(symbols)}
        </small>
      </>
    ),
  },
  {
    key: 'owner',
    head: 'Besitzer',
    list: 'note',
    cell: (run) => <OwnerLink run={run} />,
  },
  {
    key: 'state',
    head: 'Zustand',
    list: 'wide',
    cell: (run) => {
      const { tone, word } = runState(run);
      return (
        <>
          <StatusPill tone={tone}>{word}</StatusPill>
          {run.held !== null && !allHeld && (
            <small className="block max-w-[12rem] mt-0.5 text-xs text-muted wrap-anywhere">{run.held}</small>
          )}
        </>
      );
    },
  },
  {
    key: 'since',
    head: 'Zeitraum',
    kind: 'moment',
    list: 'hidden',
    room: 'widest',
    cell: ({ startedAt, endedAt }) => (
      <span className="nowrap" title={formatDateTimeShort(startedAt)}>
        {endedAt === null ? `seit ${formatDate(startedAt)}` : `bis ${formatDate(endedAt)}`}
      </span>
    ),
  },
  {
    key: 'cost',
    head: 'Rechenzeit',
    kind: 'muted',
    list: 'hidden',
    room: 'widest',
    cell: ({ stepMicros }) => <span className="nowrap tabular-nums">{stepText(stepMicros)}</span>,
  },
  {
    key: 'gain',
    head: 'Gewinn',
    kind: 'amount',
    list: 'amount-note',
    cell: ({ amountUsd, valueUsd }) => (
      <>
        <Amount value={fromWire(valueUsd) - fromWire(amountUsd)} tone="delta" />
        <small className="block text-xs text-muted whitespace-nowrap" data-room="table">
          auf <Amount value={fromWire(amountUsd)} />
        </small>
      </>
    ),
  },
  {
    key: 'value',
    head: `Wert, ${WALLET_UNIT}`,
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ valueUsd, nav, at, endedAt }) => (
      <>
        <Amount value={fromWire(valueUsd)} tone={endedAt === null ? 'plain' : 'muted'} />
        <small className="block text-xs text-muted">
          {`${formatDecimal(Number(nav), { digits: 4 })} · ${asOfShort(at, now)}`}
        </small>
      </>
    ),
  },
];

const HEAD = [
  'Nummer',
  'Lauf',
  'Fassung',
  'Besitzer',
  'Zustand',
  'Angehalten, Grund',
  'Märkte',
  'Gestartet',
  'Beendet',
  `Einsatz ${WALLET_UNIT}`,
  `Wert ${WALLET_UNIT}`,
  `Gewinn oder Verlust ${WALLET_UNIT}`,
  'Anteilswert',
  'Stand',
  'Rechenzeit µs je Minute',
  'Kennung',
];

/** Runs as the page lists them, with its head. */
const ownBotsCsv = (runs: readonly AdminOwnBot[]): CsvRows => [
  HEAD,
  ...runs.map((run) => [
    String(run.number),
    String(run.series),
    String(run.version),
    run.owner ?? DELETED_ACCOUNT,
    runState(run).word,
    run.held ?? '',
    run.symbols.join(', '),
    formatDateTimeShort(run.startedAt),
    run.endedAt === null ? '' : formatDateTimeShort(run.endedAt),
    csvAmount(run.amountUsd),
    csvAmount(run.valueUsd),
    csvAmount(toWire(fromWire(run.valueUsd) - fromWire(run.amountUsd))),
    csvAmount(run.nav),
    formatDateTimeShort(run.at),
    run.stepMicros === null ? '' : csvAmount(run.stepMicros.toFixed(1)),
    run.id,
  ]),
];
