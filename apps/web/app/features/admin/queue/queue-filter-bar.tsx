import { CRYPTO_CURRENCIES } from '@botdepot/contract';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SEARCH_MIN_LENGTH } from '../search-length.ts';
import { AmountFilter } from './amount-filter.tsx';
import classes from './queue.module.css';
import { type QueueFilters, WAITING_HOURS } from './use-queue-filters.ts';

const CURRENCIES = CRYPTO_CURRENCIES.map((value) => ({ value, label: value }));
const WAITING = WAITING_HOURS.map((value) => ({ value, label: `Seit über ${value}\u00a0Std.` }));

/** What both queues show. */
export function QueueFilterBar({ filters }: { filters: QueueFilters }) {
  const { value, isFiltered, set, clear } = filters;
  return (
    <div className={classes.filters}>
      <SearchField
        minLength={SEARCH_MIN_LENGTH}
        label="Anträge suchen"
        placeholder="E-Mail, Kennung oder Referenz"
        value={value.query}
        onSearch={(query) => set({ query })}
      />
      <FilterSelect
        label="Währung"
        allLabel="Alle Währungen"
        options={CURRENCIES}
        value={value.currency}
        onChange={(currency) => set({ currency })}
      />
      <FilterSelect
        label="Wartezeit"
        allLabel="Jede Wartezeit"
        options={WAITING}
        value={value.waiting}
        onChange={(waiting) => set({ waiting })}
      />
      <AmountFilter
        from={value.from}
        to={value.to}
        onFrom={(from) => set({ from })}
        onTo={(to) => set({ to })}
      />
      {isFiltered && (
        <Button look="quiet" size="sm" onClick={clear}>
          Filter aufheben
        </Button>
      )}
    </div>
  );
}
