import { OWN_BOT_LIMITS, OWN_BOT_NAME } from '@botdepot/contract';
import type { Rule } from '@botdepot/trading/browser';
import { useState } from 'react';
import { TextField } from '../../../ui/form/field.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { ChoiceField } from '../choice-field.tsx';
import type { PriceSource } from '../own-candles/own-candles.ts';
import { OwnCandlesField } from '../own-candles/own-candles-field.tsx';
import type { FileReading } from '../own-candles/use-own-candles.ts';
import type { Draft } from './use-draft.ts';

const COSTS = [
  { value: '0', label: 'keine' },
  { value: '1', label: 'übliche' },
  { value: '2', label: 'doppelte' },
] as const;

interface SettingsPanelProps {
  draft: Draft;
  /** As it is on the sheet; null while nobody can read it. */
  rule: Rule | null;
  sources: readonly PriceSource[];
  /** That it is tested on. */
  source: PriceSource | undefined;
  reading: FileReading;
}

/** What is no part of the rule: its name, and the prices and costs that it is tested with. */
export function SettingsPanel({ draft, rule, sources, source, reading }: SettingsPanelProps) {
  const { name, setup } = draft.content;
  // What is typed stays as it is, spaces at its end included, for as long as it says no other name.
  const [typed, setTyped] = useState(name);
  const text = nameProblem(typed) !== null || typed.trim() === name ? typed : name;
  return (
    <Panel title="Name, Kurse und Kosten">
      <div className="grid grid-cols-1 gap-4">
        <TextField
          label="Name"
          value={text}
          maxLength={OWN_BOT_LIMITS.nameLength}
          autoComplete="off"
          problem={nameProblem(text)}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            if (nameProblem(currentTarget.value) === null) draft.change({ name: currentTarget.value.trim() });
          }}
        />
        <ChoiceField
          label="Getestet auf"
          value={setup.source}
          onChange={(value) => {
            const chosen = sources.find((one) => one.source === value);
            if (chosen) draft.change({ setup: { ...setup, source: chosen.source, from: null, until: null } });
          }}
        >
          {sources.map((one) => (
            <option key={one.source} value={one.source}>
              {one.source === 'own' ? 'Eigene Kerzen (CSV)' : one.name}
            </option>
          ))}
        </ChoiceField>
        {source?.source === 'own' && (
          <OwnCandlesField
            file={source.file}
            reading={reading}
            rule={rule}
            onSymbol={(symbol) => rule && draft.changeRule({ ...rule, symbols: [symbol] })}
          />
        )}
        <div className="grid grid-cols-1 gap-1">
          <span className="text-sm text-muted">Kosten</span>
          <Segments
            label="Kosten"
            options={COSTS}
            value={COSTS.find(({ value }) => Number(value) === setup.costFactor)?.value ?? null}
            onChange={(value) =>
              draft.change({ setup: { ...setup, costFactor: value === '0' ? 0 : value === '1' ? 1 : 2 } })
            }
          />
        </div>
      </div>
    </Panel>
  );
}

function nameProblem(text: string): string | null {
  const { nameMinLength, nameLength } = OWN_BOT_LIMITS;
  const { length } = text.trim();
  if (length < nameMinLength || length > nameLength)
    return `Bitte ${nameMinLength} bis ${nameLength} Zeichen.`;
  return OWN_BOT_NAME.test(text.trim().normalize('NFC'))
    ? null
    : 'Nur lateinische Buchstaben, Ziffern, Leerzeichen und . - _';
}
