import { countBars, type Distance, distanceText, type Rule } from '@botdepot/trading/browser';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { formatCount, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { IconTrash } from '../../../ui/icon/icons.ts';
import { ENDINGS, type Ending, OTHER_ENDS, type RuleNumbers } from '../rule-numbers.ts';
import { NumberStepper } from './number-stepper.tsx';
import { isWithin } from './rule-edit.ts';
import { Editor, Problems, Row, type SheetProps } from './sheet-rows.tsx';
import { Token } from './token.tsx';

type Level = Exclude<Ending, 'time'>;

/** What an ending is begun with. */
const FIRST: Readonly<Record<Level, Distance>> = {
  stop: { unit: 'percent', value: 5 },
  target: { unit: 'percent', value: 10 },
  trailing: { unit: 'percent', value: 8 },
};

const WITHOUT: Readonly<Record<Ending, string>> = {
  stop: 'ohne Stopp',
  target: 'ohne Ziel',
  trailing: 'ohne Nachziehen',
  time: 'ohne längste Haltedauer',
};

/** Ends that need no condition: stop, target, trailing stop and the longest time of holding. */
export function EndingLines(props: SheetProps & { numbers: RuleNumbers }) {
  const { rule, problems, preview, onOpen, onChange } = props;
  const problemsOf = (ending: Ending) => problems.filter(({ path }) => path[0] === fieldOf(ending));
  const adders = useRef<Partial<Record<Ending, HTMLButtonElement | null>>>({});
  const missing = ENDINGS.filter((ending) => endingOf(rule, ending) === null);
  const others = (['reverse', 'exit', 'liquidation'] as const).filter(
    (reason) => preview?.otherExits[reason],
  );
  const add = (ending: Ending) => {
    onOpen(`${ending}:value`);
    onChange(ending === 'time' ? { ...rule, maxBars: 20 } : { ...rule, [ending]: FIRST[ending] });
  };
  /** The focus goes to what brings it back, which stands there only then. */
  const remove = (ending: Ending) => {
    flushSync(() => {
      onOpen(null);
      onChange({ ...rule, [fieldOf(ending)]: null });
    });
    adders.current[ending]?.focus();
  };
  return (
    <>
      {ENDINGS.filter((ending) => endingOf(rule, ending) !== null).map((ending) => (
        <EndingRow key={ending} {...props} ending={ending} onRemove={() => remove(ending)} />
      ))}
      {others.map((reason) => (
        <Row key={reason} count={formatCount(preview?.otherExits[reason] ?? 0)}>
          <span className="leading-8">{OTHER_ENDS[reason]}</span>
        </Row>
      ))}
      {missing.length > 0 && (
        <Row count={null}>
          <span className="flex flex-wrap gap-x-2">
            {missing.map((ending) => (
              <Token
                key={ending}
                ref={(button) => {
                  adders.current[ending] = button;
                }}
                look={problemsOf(ending).length > 0 ? 'bad' : 'none'}
                onPress={() => add(ending)}
              >
                {WITHOUT[ending]}
              </Token>
            ))}
          </span>
          <Problems problems={missing.flatMap(problemsOf)} />
        </Row>
      )}
    </>
  );
}

export const fieldOf = (ending: Ending) => (ending === 'time' ? 'maxBars' : ending);
const endingOf = (rule: Rule, ending: Ending) => rule[fieldOf(ending)];

interface EndingRowProps extends SheetProps {
  numbers: RuleNumbers;
  ending: Ending;
  onRemove: () => void;
}

function EndingRow(props: EndingRowProps) {
  const { rule, problems, preview, numbers, ending, open, onOpen, onChange, onRemove } = props;
  const editorId = useId();
  const key = `${ending}:value`;
  const isOpen = open === key;
  const own = problems.filter(({ path }) => isWithin([fieldOf(ending)], path));
  const token = (text: string) => (
    <Token
      look={own.length > 0 ? 'bad' : 'plain'}
      editor={{ id: editorId, isOpen }}
      onPress={() => onOpen(isOpen ? null : key)}
    >
      {text}
    </Token>
  );
  return (
    <Row
      number={numbers.endings[ending] ?? null}
      count={preview === null ? NO_FIGURE : formatCount(preview.otherExits[ending] ?? 0)}
    >
      <span className="leading-10">
        <EndingSentence rule={rule} ending={ending} token={token} />
      </span>
      <Problems problems={own} />
      {isOpen && (
        <Editor id={editorId} onClose={() => onOpen(null)}>
          {ending === 'time' ? (
            <NumberStepper
              range={{ label: 'Längste Haltedauer in Kerzen', min: 1, max: 2000, step: 1, digits: 0 }}
              value={rule.maxBars ?? 1}
              onChange={(maxBars) => onChange({ ...rule, maxBars })}
              autoFocus
            />
          ) : (
            <DistanceEditor
              from={ending === 'trailing' ? 'Vom besten Kurs seit dem Einstieg' : 'Vom Kurs des Einstiegs'}
              distance={rule[ending] ?? FIRST[ending]}
              onChange={(distance) => onChange({ ...rule, [ending]: distance })}
            />
          )}
          <Button look="quiet" size="sm" icon={IconTrash} className="mt-3" onClick={onRemove}>
            Entfernen
          </Button>
        </Editor>
      )}
    </Row>
  );
}

interface SentenceProps {
  rule: Rule;
  ending: Ending;
  token: (text: string) => React.ReactNode;
}

function EndingSentence({ rule, ending, token }: SentenceProps) {
  const { stop, target, trailing, maxBars } = rule;
  if (ending === 'stop' && stop) return <>Schließt mit {token(distanceText(stop))} Verlust (Stopp)</>;
  if (ending === 'target' && target) return <>Schließt mit {token(distanceText(target))} Gewinn (Ziel)</>;
  if (ending === 'trailing' && trailing)
    return <>Schließt {token(distanceText(trailing))} hinter dem besten Kurs seit dem Einstieg</>;
  return maxBars === null ? null : <>Hält höchstens {token(countBars(maxBars))}</>;
}

const UNITS = [
  { value: 'percent', label: 'Prozent' },
  { value: 'atr', label: 'ATR (übliche Spanne)' },
] as const;

interface DistanceEditorProps {
  /** Where the distance begins, in German. */
  from: string;
  distance: Distance;
  onChange: (distance: Distance) => void;
}

function DistanceEditor({ from, distance, onChange }: DistanceEditorProps) {
  const { unit, value } = distance;
  const max = unit === 'percent' ? 50 : 20;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Segments
        label="Abstand in"
        options={UNITS}
        value={unit}
        onChange={(next) =>
          onChange(next === 'atr' ? { unit: 'atr', value: 3 } : { unit: 'percent', value: 5 })
        }
      />
      <NumberStepper
        key={unit}
        range={{ label: 'Abstand', min: 0.1, max, step: 0.5, digits: 2 }}
        value={value}
        onChange={(next) => onChange({ unit, value: next })}
        autoFocus
      />
      <p className="text-sm text-muted">
        {unit === 'percent'
          ? `${from} an gerechnet.`
          : 'Ein ATR ist, wie weit der Kurs je Kerze im Mittel der letzten 14 schwankte. So wächst der Abstand mit der Unruhe des Marktes.'}
      </p>
    </div>
  );
}
