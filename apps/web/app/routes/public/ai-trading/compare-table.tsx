import type { ReportSummary, TrackRecord } from '@botdepot/contract';
import {
  BOT_COST_RULES,
  BOTS,
  type BotType,
  SIGN_UP_BOT_TYPES,
  type SignUpBotType,
} from '@botdepot/contract/catalogue';
import { formatAmount, fromWire, inUsdt } from '@botdepot/money';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { BacktestReturn, HoldingReturn, MeasuredLive } from '../../../entities/bot/bot-evidence.tsx';
import { startingSentence, usualPromiseText } from '../../../entities/bot/bot-offer.tsx';
import { findSummary } from '../../../entities/bot/reports.ts';
import { RiskMark } from '../../../entities/bot/risk-mark.tsx';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatPercent, NBSP, NO_FIGURE, shareOfCapital } from '../../../lib/format/numbers.ts';
import { formatYears } from '../../../lib/format/plain-days.ts';
import type { Loaded } from '../../../lib/server/use-loaded.ts';
import { urls } from '../../../lib/url/urls.ts';
import { useAllFigures } from '../../../ui/form/all-figures-button.tsx';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { Bone } from '../../../ui/state/skeleton.tsx';
import classes from './ai-trading.module.css';

interface CompareTableProps {
  records: Loaded<TrackRecord[]>;
  reports: Loaded<ReportSummary[]>;
}

const OPTIONS = SIGN_UP_BOT_TYPES.map((type) => ({ value: type, label: BOTS[type].name }));

/** Figures stand beside each other everywhere; on phones the texts of one bot at a time, chosen by a switch. */
export function CompareTable({ records, reports }: CompareTableProps) {
  const [isAll] = useAllFigures();
  const [shown, setShown] = useState<SignUpBotType>('smartbot');
  const period = findSummary(reports.data, 'smartbot', 'publication')?.provenance;
  const chosen = findSummary(reports.data, 'smartbot', 'selection')?.provenance;
  return (
    <div className={classes.sheet}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: on phones `display: grid` would take the table away from assistive technology */}
      <table className={classes.table} role="table" data-shown={shown}>
        <caption className="vh">SmartBot und TurboBot im Vergleich</caption>
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" />
            {SIGN_UP_BOT_TYPES.map((type) => (
              <th key={type} scope="col" role="columnheader">
                <b>{BOTS[type].name}</b>
                <RiskMark level={BOTS[type].risk} word={BOTS[type].riskLabel} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <Row kind="promise" head="Übliches Versprechen" note="von Anbietern solcher Bots">
            {(type) => usualPromiseText(BOTS[type])}
          </Row>
          <Row kind="figure" head="Gemessen" note="live, vom Modellportfolio">
            {(type) => <MeasuredLive botType={type} loaded={records} />}
          </Row>
          {isAll ? (
            <>
              <Row
                kind="figure"
                head={`Rücktest auf echten Kursen${period ? ` ${formatYears(period.firstDay, period.lastDay)}` : ''}`}
                note={
                  chosen
                    ? `Regeln auf Kursen von ${formatYears(chosen.firstDay, chosen.lastDay)} gewählt`
                    : 'Regeln auf älteren Kursen gewählt'
                }
              >
                {(type) => <BacktestReturn botType={type} loaded={reports} />}
              </Row>
              <Row
                kind="figure"
                head="Zum Vergleich: bloßes Halten"
                note="dieselben Märkte zu gleichen Teilen"
              >
                {(type) => <HoldingReturn botType={type} loaded={reports} />}
              </Row>
            </>
          ) : (
            <MoneyRows reports={reports} />
          )}
          <Row kind="plain" head="Mindestbetrag">
            {(type) => (
              <>
                <span className="num">{formatAmount(BOTS[type].minimum)}</span>
                <span className="unit">{`${NBSP}USDT`}</span>
              </>
            )}
          </Row>
          <tr className={classes.switch} role="row">
            <td colSpan={3} role="cell">
              <Segments label="Angaben zu" options={OPTIONS} value={shown} onChange={setShown} />
            </td>
          </tr>
          <Row kind="text" head="Was er tut">
            {(type) => BOTS[type].summary}
          </Row>
          <Row kind="text" head="Wann er verliert">
            {(type) => startingSentence(BOTS[type].losesWhen)}
          </Row>
          {isAll && (
            <>
              <Row kind="text" head="Kosten" note="im Ergebnis immer enthalten">
                {(type) => <Costs botType={type} reports={reports.data} />}
              </Row>
              <Row kind="text" head="Schutzregeln" note="sie begrenzen, aber sie sichern nicht">
                {(type) => BOTS[type].protection}
              </Row>
              <Row kind="plain" head="Nachweis">
                {(type) => (
                  <Link className="link" to={urls.trackRecordOf(type)}>
                    Nachweis ansehen
                    <span className="vh">{`, ${BOTS[type].name}`}</span>
                  </Link>
                )}
              </Row>
            </>
          )}
          <Row kind="plain" head="Auswahl">
            {(type) => <ButtonLink to={urls.signUpWith(type)}>{`${BOTS[type].name} wählen`}</ButtonLink>}
          </Row>
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: end of the table */}
    </div>
  );
}

/** What one could have had in both. */
const CAPITAL = fromWire('1000');

/** What the published backtest made of it, the worst moment, what it cost, and holding beside it. */
function MoneyRows({ reports }: Pick<CompareTableProps, 'reports'>) {
  const period = findSummary(reports.data, 'smartbot', 'publication')?.provenance;
  const years = period ? ` ${formatYears(period.firstDay, period.lastDay)}` : '';
  const of = (show: (report: ReportSummary) => ReactNode) => (type: SignUpBotType) => {
    const report = findSummary(reports.data, type, 'publication');
    if (report) return show(report);
    return reports.failed || reports.data ? 'nicht verfügbar' : <Bone width={112} height={20} />;
  };
  const after = (totalReturn: number | null) =>
    totalReturn === null ? (
      NO_FIGURE
    ) : (
      <Amount value={CAPITAL + shareOfCapital(CAPITAL, totalReturn)} unit="USDT" />
    );
  return (
    <>
      <Row
        kind="figure"
        head={`Aus ${inUsdt(CAPITAL)} wurden`}
        note={`Rücktest auf echten Kursen${years}, nach Kosten`}
      >
        {of(({ performance }) => after(performance.totalReturn))}
      </Row>
      <Row
        kind="figure"
        head={<TermHint id="drawdown">Größter Rückgang</TermHint>}
        note="vom höchsten Tagesschluss bis zum tiefsten danach"
      >
        {of(({ performance }) => (
          <Percent fraction={performance.maxDrawdown} tone="delta" />
        ))}
      </Row>
      <Row kind="figure" head="Kosten im Jahr" note={`von ${inUsdt(CAPITAL)}, oben schon abgezogen`}>
        {of(({ costsPerYear }) => (
          <Amount
            value={shareOfCapital(CAPITAL, costsPerYear.trading + costsPerYear.financing)}
            unit="USDT"
          />
        ))}
      </Row>
      <Row
        kind="figure"
        head={<TermHint id="buy-and-hold">Zum Vergleich: bloßes Halten</TermHint>}
        note="dieselben Märkte zu gleichen Teilen"
      >
        {of(({ buyAndHold }) => (
          <>
            {after(buyAndHold.totalReturn)}
            <span className={classes.note}>
              {`größter Rückgang ${formatPercent(buyAndHold.maxDrawdown)}`}
            </span>
          </>
        ))}
      </Row>
    </>
  );
}

interface RowProps {
  kind: 'promise' | 'figure' | 'plain' | 'text';
  head: ReactNode;
  note?: string;
  children: (type: SignUpBotType) => ReactNode;
}

function Row({ kind, head, note, children }: RowProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see the table above
    <tr role="row" data-kind={kind}>
      <th scope="row" role="rowheader">
        {head}
        {note && <span className={classes.note}>{note}</span>}
      </th>
      {SIGN_UP_BOT_TYPES.map((type) => (
        <td key={type} role="cell" data-bot={type}>
          {children(type)}
        </td>
      ))}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the row
  );
}

/** What it pays for, and what that came to in the backtest once that is known. */
function Costs({ botType, reports }: { botType: BotType; reports: ReportSummary[] | undefined }) {
  const costs = findSummary(reports, botType, 'publication')?.costsPerYear;
  const rule = BOT_COST_RULES[botType].financed
    ? 'Gebühr, Spanne und Slippage je Ausführung, dazu Finanzierung für alle gehaltenen Positionen.'
    : 'Gebühr, Spanne und Slippage je Ausführung. Keine Finanzierung.';
  return (
    <>
      {rule}
      <span className={classes.measuredCosts}>
        {costs &&
          `Im Rücktest ${formatPercent(costs.trading)} im Jahr für den Handel${costs.financing > 0 ? ` und ${formatPercent(costs.financing)} für die Finanzierung` : ''}.`}
      </span>
    </>
  );
}
