import { BOTS, type BotType, FEES, type ReportSummary } from '@botdepot/contract';
import { inUsdt, type Micros } from '@botdepot/money';
import { Link } from 'react-router';
import { OutcomeBand } from '../../entities/bot/outcome-band.tsx';
import { shareOfCapital } from '../../lib/capital-share.ts';
import { formatPercent, NBSP } from '../../lib/numbers.ts';
import { formatUtcPeriod } from '../../lib/plain-days.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { Ledger, type LedgerLine } from '../../ui/ledger.tsx';
import { LedgerSkeleton } from '../../ui/skeleton.tsx';
import { usePublishedReport } from './measured-record.tsx';

interface StartOutlookProps {
  botType: BotType;
  /** What was typed; until then the bot's minimum stands for it. */
  amount: Micros | null;
  onLeave: () => void;
}

/** What stretches of 30 days in the published backtest would have meant for this amount, and what trading takes. */
export function StartOutlook({ botType, amount, onLeave }: StartOutlookProps) {
  const { report, missing } = usePublishedReport(botType);
  const shown = amount ?? BOTS[botType].minimum;
  const example = amount === null ? ', dem Mindestbetrag,' : '';
  return (
    <>
      <section aria-label="Was 30 Tage bedeutet hätten">
        <p className="pb-2 text-md font-semibold text-balance">
          {`Was 30${NBSP}Tage mit ${inUsdt(shown)}${example} bedeutet hätten`}
        </p>
        {report?.thirtyDays ? (
          <OutcomeBand
            windows={report.thirtyDays}
            amount={shown}
            source={
              <>
                {`${sourceText(report)} Frühere Ergebnisse sagen nichts über künftige aus. `}
                <Link className="link" to={urls.botReport(botType)} onClick={onLeave}>
                  Rücktest öffnen
                </Link>
              </>
            }
          />
        ) : missing || report ? (
          <p className="text-[14px]/[21px] text-muted">
            Der Rücktest ist gerade nicht verfügbar. Es steht deshalb keine Zahl hier.
          </p>
        ) : (
          <LedgerSkeleton lines={6} total={false} />
        )}
      </section>
      <Ledger
        compact
        caption="Kosten"
        head={{ label: 'Kosten', amount: 'USDT' }}
        lines={[
          { label: 'Start und Ende', amount: <Amount value={FEES.botStart + FEES.botStop} /> },
          ...(report ? costsOfMonth(report, shown) : []),
        ]}
      />
    </>
  );
}

function sourceText({ provenance }: ReportSummary): string {
  return `Rücktest auf echten Kursen, ${formatUtcPeriod(provenance.firstDay, provenance.lastDay)}, nach Kosten.`;
}

const MONTH_OF_YEAR = 30 / 365;

/** A year's costs of the report, for 30 days. */
function costsOfMonth({ costsPerYear }: ReportSummary, amount: Micros): LedgerLine[] {
  return [
    { name: 'Handelskosten', perYear: costsPerYear.trading },
    { name: 'Finanzierung', perYear: costsPerYear.financing },
  ]
    .filter(({ perYear }) => perYear > 0)
    .map(({ name, perYear }) => {
      const share = perYear * MONTH_OF_YEAR;
      return {
        label: `${name} in 30${NBSP}Tagen, typisch`,
        note: `${formatPercent(share)} aus dem Rücktest, oben schon abgezogen`,
        amount: <Amount value={-shareOfCapital(amount, share)} />,
      };
    });
}
