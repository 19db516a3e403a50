import type { BotType, ProtocolEntry } from '@botdepot/contract';
import { ProtocolDays } from '../../../entities/bot/protocol-days.tsx';
import { oneOf, pageNumber } from '../../../lib/url-state.ts';
import { useList } from '../../../lib/use-list.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { PagedRows } from '../../../ui/paged-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { protocolQuery } from '../bots.queries.ts';
import classes from './protocol-panel.module.css';

/** In the order of the list. */
const KINDS: readonly { kind: ProtocolEntry['kind']; label: string; name: string }[] = [
  { kind: 'decision', label: 'Entscheidungen', name: 'entscheidungen' },
  { kind: 'fill', label: 'Ausführungen', name: 'ausfuehrungen' },
  { kind: 'protection', label: 'Schutz', name: 'schutz' },
  { kind: 'gap', label: 'Lücken', name: 'luecken' },
  { kind: 'start', label: 'Beginn und Fassungen', name: 'beginn' },
];
const LIST = {
  kind: oneOf(
    'art',
    KINDS.map(({ kind }) => kind),
    Object.fromEntries(KINDS.map(({ kind, name }) => [kind, name])),
  ),
  page: pageNumber(),
};

/** The whole protocol, page by page, or one kind of lines: what it did, what it left, and why. */
export function ProtocolPanel({ botType }: { botType: BotType }) {
  const list = useList(LIST, ({ kind, page }) => protocolQuery({ botType, kind, page }));
  const isEmpty = list.query.data?.total === 0;
  return (
    <div id="protokoll">
      <Panel
        flush
        title="Protokoll"
        note="Was er tat, was er ließ und warum"
        aside={
          (list.isFiltered || !isEmpty) && (
            <FilterSelect
              label="Protokoll nach Art"
              options={KINDS.map(({ kind, label }) => ({ value: kind, label }))}
              value={list.value.kind}
              allLabel="Alle Einträge"
              onChange={(kind) => list.set({ kind })}
            />
          )
        }
      >
        <PagedRows
          list={list}
          noun="Einträge"
          expected={6}
          none={<EmptyState title="Noch keine Einträge">Der Bot hat noch nichts entschieden.</EmptyState>}
          noMatch="Im Protokoll steht kein Eintrag dieser Art."
        >
          {(items) => (
            <div className={classes.lines}>
              <ProtocolDays entries={items} />
            </div>
          )}
        </PagedRows>
      </Panel>
    </div>
  );
}
