/** A rule in German sentences, as it was written: one for each thing that it says. No verb stands last, so no order of words can go wrong. */
import { countBars, countBarsDative, formatNumber, operandText } from './operand-words.ts';
import {
  type Calendar,
  type CalendarField,
  type Condition,
  childrenOf,
  type Distance,
  isGroup,
  type Leaf,
  type Rule,
  SECTIONS,
  type Section,
} from './rule.ts';

export const SECTION_VERBS: Readonly<Record<Section, string>> = {
  entryLong: 'Kauft',
  exitLong: 'Verkauft',
  entryShort: 'Setzt auf fallende Kurse',
  exitShort: 'Beendet die Position auf fallende Kurse',
};

export function ruleSentences(rule: Rule): string[] {
  return [
    marketSentence(rule),
    ...SECTIONS.flatMap((section) => {
      const condition = rule[section];
      return condition === null ? [] : [`${SECTION_VERBS[section]}, sobald ${conditionText(condition)}.`];
    }),
    ...(rule.maxBars === null ? [] : [`Hält eine Position höchstens ${countBars(rule.maxBars)}.`]),
    ...distanceSentence(rule),
    sizingSentence(rule),
    ...(rule.cooldownBars === 0
      ? []
      : [`Pausiert in einem Markt ${countBars(rule.cooldownBars)} nach jedem Ausstieg.`]),
  ];
}

function marketSentence({ symbols, interval, side }: Rule): string {
  const bars = interval === '1h' ? 'Stundenkerzen' : 'Tageskerzen';
  const sides = side === 'long' ? 'nur auf steigende Kurse' : 'auf steigende und fallende Kurse';
  return `Handelt ${joined(symbols, 'und')} auf ${bars}, ${sides}.`;
}

function joined(parts: readonly string[], word: string): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

/** What stands after „sobald“. */
function conditionText(condition: Condition): string {
  if (!isGroup(condition)) return `gilt: ${leafText(condition)}`;
  const which = 'all' in condition ? 'alles' : 'eines';
  return `${which} zutrifft: ${childrenOf(condition).map(nodeText).join('; ')}`;
}

function nodeText(node: Condition): string {
  if (!isGroup(node)) return leafText(node);
  const which = 'all' in node ? 'alles davon' : 'mindestens eines davon';
  return `${which} trifft zu (${childrenOf(node).map(nodeText).join('; ')})`;
}

/** A piece of a sentence; with the key of what it says where it can be changed. */
export interface LeafPart {
  readonly text: string;
  readonly key: 'left' | 'right' | 'of' | 'is' | 'bars' | 'calendar' | null;
}

const RELATIONS = {
  above: ['liegt über', 'dative'],
  below: ['liegt unter', 'dative'],
  crossesAbove: ['steigt über', 'accusative'],
  crossesBelow: ['fällt unter', 'accusative'],
} as const;
const SPACE: LeafPart = { text: ' ', key: null };

/** A condition as its sentence, in the pieces that somebody may change. */
export function leafParts(leaf: Leaf): LeafPart[] {
  if (leaf.is === 'within') return [{ text: calendarText(leaf), key: 'calendar' }];
  if ('of' in leaf)
    return [
      { text: operandText(leaf.of), key: 'of' },
      SPACE,
      { text: leaf.is === 'rising' ? 'steigt' : 'fällt', key: 'is' },
      { text: ' seit ', key: null },
      { text: countBarsDative(leaf.bars), key: 'bars' },
    ];
  const [relation, which] = RELATIONS[leaf.is];
  return [
    { text: operandText(leaf.left), key: 'left' },
    SPACE,
    { text: relation, key: 'is' },
    SPACE,
    { text: operandText(leaf.right, which), key: 'right' },
  ];
}

export const leafText = (leaf: Leaf): string =>
  leafParts(leaf)
    .map(({ text }) => text)
    .join('');

export const WEEKDAYS = [
  'Montag',
  'Dienstag',
  'Mittwoch',
  'Donnerstag',
  'Freitag',
  'Samstag',
  'Sonntag',
] as const;
export const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
] as const;

const NAMED: Readonly<Record<CalendarField, (value: number) => string>> = {
  weekday: (day) => WEEKDAYS[day - 1] ?? '',
  hour: String,
  day: (day) => `${day}.`,
  month: (month) => MONTHS[month - 1] ?? '',
};

function calendarText({ field, from, to }: Calendar): string {
  const [first, last] = [NAMED[field](from), NAMED[field](to)];
  if (field === 'hour')
    return from === to
      ? `die Kerze beginnt um ${first} Uhr (UTC)`
      : `die Kerze beginnt zwischen ${first} und ${last} Uhr (UTC)`;
  const span = from === to ? first : `${first} bis ${last}`;
  return field === 'day' ? `es ist der ${span} des Monats` : `es ist ${span}`;
}

function distanceSentence({ stop, target, trailing }: Rule): string[] {
  const parts = [
    ...(stop ? [`mit ${distanceText(stop)} Verlust (Stopp)`] : []),
    ...(target ? [`mit ${distanceText(target)} Gewinn (Ziel)`] : []),
    ...(trailing
      ? [`${distanceText(trailing)} hinter dem besten Kurs seit dem Einstieg (nachgezogener Stopp)`]
      : []),
  ];
  return parts.length === 0 ? [] : [`Schließt außerdem ${joined(parts, 'oder')}.`];
}

export const distanceText = ({ unit, value }: Distance): string =>
  `${formatNumber(value)} ${unit === 'percent' ? '%' : 'ATR'}`;

export const lotText = (lot: number): string => `in ganzen Stücken zu ${formatNumber(lot)}`;

function sizingSentence({ sizing, maxPositions, leverage }: Rule): string {
  const places = maxPositions === 1 ? 'eine Position' : `${maxPositions} Positionen`;
  const limits = `höchstens ${places} zugleich, ${leverage === 1 ? 'ohne Hebel' : `mit höchstens ${formatNumber(leverage)}-fachem Hebel`}`;
  const percent = `${formatNumber(sizing.percent)} % des Kapitals`;
  if (sizing.by === 'risk') return `Riskiert je Position ${percent} bis zum Stopp, ${limits}.`;
  const lots = sizing.lot === null ? '' : ` ${lotText(sizing.lot)},`;
  return `Setzt je Position ${percent} ein,${lots} ${limits}.`;
}
