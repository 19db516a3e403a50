import {
  BOT_COST_RULES,
  BOTS,
  CURRENCY_RULE,
  MARKET_LABELS,
  MARKET_TYPES,
  TRADING_COSTS,
} from '@botdepot/contract/catalogue';
import { formatDecimal, formatPercent } from '../../../lib/format/numbers.ts';
import classes from './ai-trading.module.css';

const FINANCED = Object.values(BOTS).filter(({ type }) => BOT_COST_RULES[type].financed);
const BASIS_POINT = 1e-4;

/** The assumptions, as they are charged on every fill. They are arithmetic, not a measured result. */
export function CostTable() {
  return (
    <>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: on phones `display: grid` would take the table away from assistive technology */}
      <table className={classes.costs} role="table">
        <caption className="vh">Angenommene Kosten je Markt, in Prozent des gehandelten Betrags</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Markt, in %
            </th>
            <th scope="col" role="columnheader">
              Gebühr
            </th>
            <th scope="col" role="columnheader">
              Halbe Spanne
            </th>
            <th scope="col" role="columnheader">
              Slippage
            </th>
            <th scope="col" role="columnheader">
              Zusammen je Seite
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {MARKET_TYPES.map((type) => {
            const { feeBps, halfSpreadBps, slippageBps } = TRADING_COSTS[type];
            return (
              <tr key={type} role="row">
                <th scope="row" role="rowheader">
                  {MARKET_LABELS[type]}
                </th>
                <td role="cell" data-label="Gebühr">
                  {percent(feeBps)}
                </td>
                <td role="cell" data-label="Halbe Spanne">
                  {percent(halfSpreadBps)}
                </td>
                <td role="cell" data-label="Slippage">
                  {percent(slippageBps)}
                </td>
                <td role="cell" data-label="Zusammen">
                  {percent(feeBps + halfSpreadBps + slippageBps)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: end of the table */}
      <p className={classes.costNote}>
        {`Kaufen und Verkaufen sind zwei Seiten. ${FINANCED.map(({ name }) => name).join(' und ')} zahlt außerdem für gehaltene Positionen im Jahr: ${MARKET_TYPES.map((type) => `${MARKET_LABELS[type]} ${formatPercent(TRADING_COSTS[type].financingPerYear, { digits: 1 })}`).join(', ')}. Es sind Annahmen; echte Kosten können höher sein. ${CURRENCY_RULE}`}
      </p>
    </>
  );
}

function percent(bps: number): string {
  return formatDecimal(bps * BASIS_POINT * 100, { digits: 3 });
}
