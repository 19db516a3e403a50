import type { Account } from './account.ts';
import type { ExchangeHours } from './calendar/exchange-hours.ts';
import type { Bar } from './candles.ts';
import { createEngine } from './engine.ts';
import type { EngineOptions } from './engine-interface.ts';
import type { EngineState } from './engine-state.ts';
import type { Fill } from './fill.ts';

export interface StepPreview {
  /** Per symbol index: whether it is held or has an order waiting afterwards, so that its price counts. */
  readonly touched: readonly boolean[];
  /** At the end of the bars, financing until then included. */
  readonly account: Account;
  readonly fills: readonly Fill[];
}

/**
 * What stepping an engine with these bars would leave: waiting orders filled, financing charged, stops and scheduled closes
 * executed. It steps a copy, so that there is one meaning of a bar. With the bars of an interval so far it is what the strike
 * would be if the interval ended now; what is decided at its end fills in the next one.
 *
 * @param options of the engine, with what `setEvents` and `setExchanges` have told it.
 * @param bars one per symbol, `undefined` where the symbol has none (yet). @param halted as for `Engine.step`.
 * @throws RangeError as `Engine.step` does.
 */
export function previewStep<Parameters>(
  options: Omit<EngineOptions<Parameters>, 'state'> & { exchanges?: readonly (ExchangeHours | null)[] },
  state: EngineState,
  step: { time: number; bars: readonly (Bar | undefined)[]; halted: readonly string[] },
): StepPreview {
  const copy = createEngine({ ...options, state, decides: false });
  if (options.exchanges) copy.setExchanges(options.exchanges);
  const { fills } = copy.step(step.time, step.bars, step.halted);
  const { positions, orders } = copy.broker();
  return {
    touched: positions.map(({ units }, index) => units !== 0 || orders[index] !== null),
    account: copy.mark(undefined, step.time + options.baseIntervalMs),
    fills,
  };
}
