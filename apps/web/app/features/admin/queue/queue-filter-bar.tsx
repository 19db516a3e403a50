import { CRYPTO_CURRENCIES } from '@botdepot/contract';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SEARCH_MIN_LENGTH } from '../search-length.ts';
import { AmountFilter } from './amount-filter.tsx';
import classes from './queue.module.css';
import { QUEUE_PARAM, type QueueFilters, WAITING_HOURS } from './use-queue-filters.ts';

const CURRENCIES = CRYPTO_CURRENCIES.map((value) => ({ value, label: value }));
const WAITING = WAITING_HOURS.map((value) => ({ value, label: `Seit über ${value}\u00a0Std.` }));

/** What both queues show. */
export function QueueFilterBar({ filters }: { filters: QueueFilters }) {
  const { shown, isFiltered, set, clear } = filters;
  return (
    <div className={classes.filters}>
      <SearchField
        minLength={SEARCH_MIN_LENGTH}
        label="Anträge suchen"
        placeholder="E-Mail, Kennung oder Referenz"
        value={shown.query}
        onSearch={(text) => set({ [QUEUE_PARAM.query]: text })}
      />
      <FilterSelect
        label="Währung"
        allLabel="Alle Währungen"
        options={CURRENCIES}
        value={shown.currency}
        onChange={(currency) => set({ [QUEUE_PARAM.currency]: currency })}
      />
      <FilterSelect
        label="Wartezeit"
        allLabel="Jede Wartezeit"
        options={WAITING}
        value={WAITING_HOURS.find((hours) => hours === shown.waiting) ?? null}
        onChange={(hours) => set({ [QUEUE_PARAM.waiting]: hours })}
      />
      <AmountFilter
        from={shown.from}
        to={shown.to}
        onFrom={(text) => set({ [QUEUE_PARAM.from]: text })}
        onTo={(text) => set({ [QUEUE_PARAM.to]: text })}
      />
      {isFiltered && (
        <Button look="quiet" size="sm" onClick={clear}>
          Filter aufheben
        </Button>
      )}
    </div>
  );
}
