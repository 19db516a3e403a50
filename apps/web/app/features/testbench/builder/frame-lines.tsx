import { countBars, formatNumber, linesOf, lotText, RULE_SYMBOLS } from '@botdepot/trading/browser';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { Segments } from '../../../ui/form/tabs.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconPlus, IconX } from '../../../ui/icon/icons.ts';
import { ChoiceField } from '../choice-field.tsx';
import { ENDINGS } from '../rule-numbers.ts';
import { fieldOf } from './ending-lines.tsx';
import { NumberStepper } from './number-stepper.tsx';
import { isWithin, type Sizing, sizingBy, withSide } from './rule-edit.ts';
import { Editor, Problems, type SheetProps } from './sheet-rows.tsx';
import { Token } from './token.tsx';

const FRAME_PARTS = [
  'symbols',
  'interval',
  'side',
  'sizing',
  'maxPositions',
  'leverage',
  'cooldownBars',
] as const;
type FramePart = (typeof FRAME_PARTS)[number];

/** Markets, length of the candles, sides, sizes and limits. */
export function FrameLines(props: SheetProps) {
  const { rule, problems, fileName, open, onOpen, onChange } = props;
  const editorId = useId();
  const [left, setLeft] = useState<Sizing | null>(null);
  const addMarket = useRef<HTMLButtonElement>(null);
  const size = useRef<HTMLButtonElement>(null);
  const { symbols, interval, side, sizing, maxPositions, leverage, cooldownBars } = rule;
  const opened = FRAME_PARTS.find((part) => open === `frame:${part}`) ?? null;
  // What has no line of its own stands here, so that nothing that is wrong goes unsaid.
  const shown = linesOf(rule).filter(({ section }) => rule.side === 'both' || section.endsWith('Long'));
  const told = [...shown.map(({ path }) => path), ...ENDINGS.map((ending) => [fieldOf(ending)])];
  const own = problems.filter(({ path }) => !told.some((line) => isWithin(line, path)));
  const token = (
    part: FramePart,
    text: ReactNode,
    { look = 'plain', ref }: { look?: 'plain' | 'none'; ref?: Ref<HTMLButtonElement> } = {},
  ) => (
    <Token
      ref={ref}
      look={own.some(({ path }) => path[0] === part) ? 'bad' : look}
      editor={{ id: editorId, isOpen: opened === part }}
      onPress={() => onOpen(opened === part ? null : `frame:${part}`)}
    >
      {text}
    </Token>
  );
  return (
    <div className="pt-4" data-rule-row>
      <h3 className="pb-2 pl-8 max-md:pl-7 border-b border-lineal text-md font-bold leading-8">Rahmen</h3>
      <div className="pl-8 max-md:pl-7 pt-2 leading-10">
        Handelt{' '}
        {symbols.map((symbol, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may name a market twice
          <span key={`${symbol} ${at}`}>
            <Token
              label={`${symbol} entfernen`}
              disabled={symbols.length === 1}
              onPress={() => {
                // The button that has the focus goes.
                addMarket.current?.focus();
                onChange({ ...rule, symbols: symbols.toSpliced(at, 1) });
              }}
            >
              {symbol}
              {symbols.length > 1 && <Icon as={IconX} size={14} />}
            </Token>{' '}
          </span>
        ))}
        {token(
          'symbols',
          <>
            <Icon as={IconPlus} size={14} />
            Markt
          </>,
          { look: 'none', ref: addMarket },
        )}{' '}
        auf{' '}
        <span className={WITH_MARK}>
          {token('interval', interval === '1h' ? 'Stundenkerzen' : 'Tageskerzen')},
        </span>{' '}
        <span className={WITH_MARK}>
          {token('side', side === 'long' ? 'nur auf steigende Kurse' : 'auf steigende und fallende Kurse')}.
        </span>{' '}
        {sizing.by === 'risk' ? 'Riskiert je Position' : 'Setzt je Position'}{' '}
        {token('sizing', `${formatNumber(sizing.percent)} % des Kapitals`, { ref: size })}{' '}
        {sizing.by === 'risk' ? 'bis zum Stopp' : 'ein'},{' '}
        {sizing.lot !== null && (
          <>
            <span className={WITH_MARK}>
              <Token
                label={`${lotText(sizing.lot)} entfernen`}
                onPress={() => {
                  // The button that has the focus goes.
                  size.current?.focus();
                  onChange({ ...rule, sizing: { ...sizing, lot: null } });
                }}
              >
                {lotText(sizing.lot)}
                <Icon as={IconX} size={14} />
              </Token>
              ,
            </span>{' '}
          </>
        )}
        höchstens {token('maxPositions', maxPositions === 1 ? 'eine Position' : `${maxPositions} Positionen`)}{' '}
        zugleich,{' '}
        <span className={WITH_MARK}>
          {token(
            'leverage',
            leverage === 1 ? 'ohne Hebel' : `mit höchstens ${formatNumber(leverage)}-fachem Hebel`,
          )}
          ,
        </span>{' '}
        {token('cooldownBars', cooldownBars === 0 ? 'ohne Pause' : `mit ${countBars(cooldownBars)} Pause`)}{' '}
        nach einem Ausstieg.
      </div>
      {fileName !== null && symbols.length === 1 && (
        <p className="pl-8 text-sm text-muted wrap-anywhere">
          {`${symbols[0]} steht hier für Ihre Datei „${fileName}“ und gibt ihr seine Kosten.`}
        </p>
      )}
      <Problems problems={own} />
      {opened !== null && (
        <Editor id={editorId} onClose={() => onOpen(null)}>
          <FrameEditor key={opened} {...props} part={opened} left={left} onLeave={setLeft} />
        </Editor>
      )}
    </div>
  );
}

/** A word with what stands right after it: no line begins with a full stop. */
const WITH_MARK = 'whitespace-nowrap [&>button]:whitespace-normal [&>button]:max-w-[calc(100%-0.5rem)]';

const INTERVALS = [
  { value: '1d', label: 'Tage' },
  { value: '1h', label: 'Stunden' },
] as const;
const SIDES = [
  { value: 'long', label: 'steigende' },
  { value: 'both', label: 'steigende und fallende' },
] as const;
const SIZINGS = [
  { value: 'share', label: 'Anteil des Kapitals' },
  { value: 'risk', label: 'Risiko bis zum Stopp' },
] as const;

interface FrameEditorProps extends SheetProps {
  part: FramePart;
  /** The size of the other kind that was turned away from last. */
  left: Sizing | null;
  onLeave: (sizing: Sizing) => void;
}

function FrameEditor({ rule, part, left, onLeave, onChange }: FrameEditorProps) {
  const { symbols, sizing } = rule;
  switch (part) {
    case 'symbols': {
      const others = RULE_SYMBOLS.filter((symbol) => !symbols.includes(symbol));
      return others.length === 0 ? (
        <p className="text-sm text-muted">Mehr Märkte gibt es hier nicht.</p>
      ) : (
        <ChoiceField
          label="Markt hinzufügen"
          value=""
          onChange={(symbol) => onChange({ ...rule, symbols: [...symbols, symbol] })}
          autoFocus
        >
          <option value="">Bitte wählen</option>
          {others.map((symbol) => (
            <option key={symbol} value={symbol}>
              {symbol}
            </option>
          ))}
        </ChoiceField>
      );
    }
    case 'interval':
      return (
        <Segments
          label="Länge der Kerzen"
          options={INTERVALS}
          value={rule.interval}
          onChange={(interval) => onChange({ ...rule, interval })}
        />
      );
    case 'side':
      return (
        <div className="grid grid-cols-1 gap-2">
          <Segments
            label="Kurse"
            options={SIDES}
            value={rule.side}
            onChange={(side) => onChange(withSide(rule, side))}
          />
          <p className="text-sm text-muted">
            Wer auf fallende Kurse setzt, zahlt für das Halten Finanzierungskosten.
          </p>
        </div>
      );
    case 'sizing':
      return (
        <div className="grid grid-cols-1 gap-3">
          <Segments
            label="Größe"
            options={SIZINGS}
            value={sizing.by}
            onChange={(by) => {
              onLeave(sizing);
              onChange({ ...rule, sizing: sizingBy(by, left) });
            }}
          />
          <NumberStepper
            key={sizing.by}
            range={
              sizing.by === 'risk'
                ? { label: 'Risiko je Position', min: 0.1, max: 5, step: 0.1, digits: 2, unit: '%' }
                : { label: 'Einsatz je Position', min: 1, max: 300, step: 1, digits: 2, unit: '%' }
            }
            value={sizing.percent}
            onChange={(percent) => onChange({ ...rule, sizing: { ...sizing, percent } })}
            autoFocus
          />
          <p className="text-sm text-muted">
            {sizing.by === 'risk'
              ? 'So viel verliert eine Position höchstens bis zu ihrem Stopp, wenn der Kurs ihn nicht überspringt. Dafür braucht die Regel einen Stopp.'
              : 'So viel des Kapitals steckt in einer neuen Position.'}
          </p>
        </div>
      );
    case 'maxPositions':
      return (
        <NumberStepper
          range={{ label: 'Positionen zugleich', min: 1, max: 20, step: 1, digits: 0 }}
          value={rule.maxPositions}
          onChange={(maxPositions) => onChange({ ...rule, maxPositions })}
          autoFocus
        />
      );
    case 'leverage':
      return (
        <div className="grid grid-cols-1 gap-2">
          <NumberStepper
            range={{ label: 'Hebel höchstens', min: 1, max: 3, step: 0.5, digits: 2 }}
            value={rule.leverage}
            onChange={(leverage) => onChange({ ...rule, leverage })}
            autoFocus
          />
          <p className="text-sm text-muted">
            Ein Hebel vergrößert Gewinne und Verluste und kostet Finanzierung.
          </p>
        </div>
      );
    case 'cooldownBars':
      return (
        <NumberStepper
          range={{ label: 'Kerzen Pause', min: 0, max: 500, step: 1, digits: 0 }}
          value={rule.cooldownBars}
          onChange={(cooldown) => onChange({ ...rule, cooldownBars: cooldown })}
          autoFocus
        />
      );
  }
}
