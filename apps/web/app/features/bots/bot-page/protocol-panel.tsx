import type { BotType, ProtocolEntry } from '@botdepot/contract';
import { useSearchParams } from 'react-router';
import { useLastPageInstead, usePageParameter } from '../../../lib/page-parameter.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ProtocolDays } from '../../../ui/protocol-days.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { useProtocol } from '../bots.queries.ts';
import classes from './protocol-panel.module.css';

const KIND_PARAMETER = 'art';
const PAGE_PARAMETER = 'seite';
/** As they stand in the address, and in the list. */
const KINDS: readonly { value: string; kind: ProtocolEntry['kind']; label: string }[] = [
  { value: 'entscheidungen', kind: 'decision', label: 'Entscheidungen' },
  { value: 'ausfuehrungen', kind: 'fill', label: 'Ausführungen' },
  { value: 'schutz', kind: 'protection', label: 'Schutz' },
  { value: 'luecken', kind: 'gap', label: 'Lücken' },
  { value: 'beginn', kind: 'start', label: 'Beginn und Fassungen' },
];

/** The whole protocol, page by page, or one kind of lines: what it did, what it left, and why. */
export function ProtocolPanel({ botType }: { botType: BotType }) {
  const [parameters, setParameters] = useSearchParams();
  const [page, setPage] = usePageParameter(PAGE_PARAMETER);
  const chosen = KINDS.find(({ value }) => value === parameters.get(KIND_PARAMETER));
  const { data: list } = useProtocol({ botType, kind: chosen?.kind, page });
  useLastPageInstead(list, setPage);
  const choose = (value: string | null) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(PAGE_PARAMETER);
        if (value === null) after.delete(KIND_PARAMETER);
        else after.set(KIND_PARAMETER, value);
        return after;
      },
      { preventScrollReset: true },
    );
  const isEmpty = list?.total === 0;
  return (
    <div id="protokoll">
      <Panel
        flush
        title="Protokoll"
        note="Was er tat, was er ließ und warum"
        aside={
          (chosen || !isEmpty) && (
            <FilterSelect
              label="Protokoll nach Art"
              options={KINDS}
              value={chosen?.value ?? null}
              allLabel="Alle Einträge"
              onChange={choose}
            />
          )
        }
      >
        {!list && <RowsSkeleton count={6} />}
        {isEmpty && !chosen && (
          <EmptyState title="Noch keine Einträge">Der Bot hat noch nichts entschieden.</EmptyState>
        )}
        {isEmpty && chosen && (
          <EmptyState title="Keine Treffer">Im Protokoll steht kein Eintrag dieser Art.</EmptyState>
        )}
        {list && list.items.length > 0 && (
          <div className={classes.lines}>
            <ProtocolDays entries={list.items} />
          </div>
        )}
        {list && list.total > list.pageSize && (
          <Pager page={page} pageSize={list.pageSize} total={list.total} noun="Einträge" onPage={setPage} />
        )}
      </Panel>
    </div>
  );
}
