import type { BotDetail, ProtocolEntry } from '@botdepot/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { ProtocolDays } from '../protocol.tsx';
import classes from './protocol-panel.module.css';

type Kind = ProtocolEntry['kind'];

const PARAMETER = 'art';
/** As they stand in the address, and in the list. */
const KINDS: readonly { value: string; kind: Kind; label: string }[] = [
  { value: 'entscheidungen', kind: 'decision', label: 'Entscheidungen' },
  { value: 'ausfuehrungen', kind: 'fill', label: 'Ausführungen' },
  { value: 'schutz', kind: 'protection', label: 'Schutz' },
  { value: 'luecken', kind: 'gap', label: 'Lücken' },
  { value: 'beginn', kind: 'start', label: 'Beginn und Fassungen' },
];

const SHOWN_AT_FIRST = 12;

/** The newest lines of the protocol, all of them or one kind: what it did, what it left, and why. */
export function ProtocolPanel({ bot }: { bot: BotDetail | undefined }) {
  const [parameters, setParameters] = useSearchParams();
  const [whole, setWhole] = useState(false);
  const chosen = KINDS.find(({ value }) => value === parameters.get(PARAMETER));
  const entries = bot?.protocol ?? [];
  const shown = chosen ? entries.filter(({ kind }) => kind === chosen.kind) : entries;
  const choose = (value: string | null) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(PARAMETER);
        else after.set(PARAMETER, value);
        return after;
      },
      { preventScrollReset: true },
    );
  return (
    <div id="protokoll">
      <Panel
        flush
        title="Protokoll"
        note="Was er tat, was er ließ und warum"
        aside={
          entries.length > 0 && (
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
        {!bot && <RowsSkeleton count={6} />}
        {bot && entries.length === 0 && (
          <EmptyState title="Noch keine Einträge">Der Bot hat noch nichts entschieden.</EmptyState>
        )}
        {entries.length > 0 && shown.length === 0 && (
          <EmptyState title="Keine Treffer">
            {`Unter den neuesten ${entries.length} Einträgen ist keiner dieser Art.`}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <div className={classes.lines}>
            <ProtocolDays entries={whole ? shown : shown.slice(0, SHOWN_AT_FIRST)} />
            {shown.length > SHOWN_AT_FIRST && (
              <button
                type="button"
                className="link-alone"
                aria-expanded={whole}
                onClick={() => setWhole(!whole)}
              >
                {whole ? 'Weniger zeigen' : `Alle ${shown.length} zeigen`}
              </button>
            )}
            <p className={classes.note}>{`Hier stehen die neuesten ${entries.length} Einträge.`}</p>
          </div>
        )}
      </Panel>
    </div>
  );
}
