import { type PerformanceFigures, type Uncertainty, uncertaintyTexts } from '@botdepot/contract';
import { PerformanceLedger } from '../../../entities/bot/performance-ledger.tsx';

/** What it brought and what it cost in nerves, how steady that was, and what the single trades were like. */
const COLUMNS = [
  {
    caption: 'Rendite und Rückgang',
    terms: ['totalReturn', 'cagr', 'maxDrawdown', 'longestDrawdownDays', 'calmar', 'worstMonth'],
  },
  {
    caption: 'Schwankung und Einsatz',
    terms: ['volatility', 'sharpe', 'sortino', 'bestDay', 'worstDay', 'timeInMarket', 'meanGross'],
  },
  {
    caption: 'Geschäfte',
    terms: ['trades', 'winRate', 'profitFactor', 'expectancy', 'sqn'],
  },
] as const satisfies readonly { caption: string; terms: readonly (keyof PerformanceFigures)[] }[];

interface StatisticsProps {
  figures: PerformanceFigures;
  uncertainty: Uncertainty;
}

/** How sure the figures are, then all of them in three columns, each explained in its line. */
export function Statistics({ figures, uncertainty }: StatisticsProps) {
  return (
    <>
      <p className="max-w-[72ch] mb-4 text-sm">{uncertaintyTexts(figures, uncertainty).join(' ')}</p>
      <div className="grid grid-cols-3 gap-x-8 gap-y-0 [--amt:6.5rem] max-lg:grid-cols-1 max-lg:gap-5">
        {COLUMNS.map(({ caption, terms }) => (
          <div key={caption}>
            <h4 className="text-sm font-bold">{caption}</h4>
            <PerformanceLedger caption={caption} figures={figures} uncertainty={uncertainty} terms={terms} />
          </div>
        ))}
      </div>
    </>
  );
}
