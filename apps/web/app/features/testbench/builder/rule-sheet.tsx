import {
  type BarTally,
  type Condition,
  countBarsDative,
  type LeafPart,
  type LineTally,
  leafParts,
  linesOf,
  SECTION_VERBS,
  type Section,
} from '@botdepot/trading/browser';
import { type ReactNode, useId, useRef } from 'react';
import { formatCount, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/form/button.tsx';
import { IconPlus, IconTrash } from '../../../ui/icon/icons.ts';
import type { Preview } from '../preview/preview.ts';
import { numbersOf, type RuleNumbers } from '../rule-numbers.ts';
import { EndingLines } from './ending-lines.tsx';
import { entryNote } from './entry-note.ts';
import { FrameLines } from './frame-lines.tsx';
import { LineEditor } from './line-editor.tsx';
import {
  innerJoin,
  isWithin,
  joinOf,
  mayRemove,
  type RulePath,
  withInnerGroup,
  withJoin,
  withNewLine,
  withoutLine,
} from './rule-edit.ts';
import { Closing, Editor, Problems, Row, SheetHead, type SheetProps } from './sheet-rows.tsx';
import { Token } from './token.tsx';

/** The rule as an account that closes: what every line did stands on one edge, and buys are what was sold and what is held. */
export function RuleSheet(props: SheetProps) {
  const { rule, preview } = props;
  const numbers = numbersOf(rule);
  return (
    <div data-rule-sheet>
      <SectionLines {...props} section="entryLong" numbers={numbers} />
      {rule.side === 'both' && <SectionLines {...props} section="entryShort" numbers={numbers} />}
      <Closing label="Einstiege" value={preview?.entries ?? null} note={entryNote(rule, preview)} />
      <SectionLines {...props} section="exitLong" numbers={numbers} />
      {rule.side === 'both' && <SectionLines {...props} section="exitShort" numbers={numbers} />}
      <EndingLines {...props} numbers={numbers} />
      {preview !== null && preview.open > 0 && (
        <Row count={formatCount(preview.open)}>
          <span className="leading-8">noch gehalten</span>
        </Row>
      )}
      <Closing label="Ausstiege und Gehaltenes" value={preview && sumOf(preview)} />
      <FrameLines {...props} />
    </div>
  );
}

/** What became of the positions, line by line: if the sheet closes, as many as were opened. */
const sumOf = ({ lines, otherExits, open }: Preview): number =>
  [...lines.map(({ exits }) => exits), ...Object.values(otherExits)].reduce(
    (sum, count) => sum + count,
    open,
  );

const JOINS = { all: 'alles', any: 'eines' } as const;

interface SectionProps extends SheetProps {
  section: Section;
  numbers: RuleNumbers;
}

function SectionLines(props: SectionProps) {
  const { rule, section, numbers, onChange } = props;
  const condition = rule[section];
  const lines = linesOf(rule);
  const first = lines.findIndex((line) => line.section === section);
  const isEntry = section.startsWith('entry');
  const join = joinOf(condition);
  const addLine = useRef<HTMLButtonElement>(null);
  return (
    <>
      <SheetHead
        number={isEntry && first >= 0 ? (numbers.lines[first] ?? null) : null}
        count={isEntry ? 'Kerzen' : 'Ausstiege'}
      >
        {SECTION_VERBS[section]}
        {condition === null ? ' nicht von selbst' : ', sobald '}
        {join !== null && (
          <>
            <Token onPress={() => onChange(withJoin(rule, [section], join === 'all' ? 'any' : 'all'))}>
              {JOINS[join]}
            </Token>{' '}
            zutrifft
          </>
        )}
        {condition !== null && join === null && 'gilt'}
      </SheetHead>
      {condition !== null && (
        <ConditionRows
          {...props}
          node={condition}
          path={[section]}
          depth={0}
          lines={lines}
          isEntry={isEntry}
          onEditorGone={() => addLine.current?.focus()}
        />
      )}
      <Row count={null}>
        <Button
          ref={addLine}
          look="quiet"
          size="sm"
          icon={IconPlus}
          onClick={() => onChange(withNewLine(rule, [section]))}
        >
          Bedingung
          <span className="vh">{` zu „${SECTION_VERBS[section]}“`}</span>
        </Button>
      </Row>
    </>
  );
}

interface ConditionProps extends SectionProps {
  node: Condition;
  path: RulePath;
  depth: number;
  lines: ReturnType<typeof linesOf>;
  isEntry: boolean;
  /** What had the focus goes with the editor of a line. */
  onEditorGone: () => void;
}

function ConditionRows(props: ConditionProps): ReactNode {
  const { node, path, depth, lines, preview, rule, onChange } = props;
  if (!('all' in node) && !('any' in node)) {
    const index = lines.findIndex((line) => samePath(line.path, path));
    return <LineRow {...props} path={path} index={index} tally={preview?.lines[index] ?? null} />;
  }
  const kind = 'all' in node ? 'all' : 'any';
  const children = 'all' in node ? node.all : node.any;
  return (
    <>
      {depth > 0 && (
        <Row count={null} depth={depth - 1}>
          <span className="leading-10 text-muted">
            {kind === 'all' ? '' : 'mindestens '}
            <Token onPress={() => onChange(withJoin(rule, path, kind === 'all' ? 'any' : 'all'))}>
              {JOINS[kind]}
            </Token>{' '}
            davon:
          </span>
        </Row>
      )}
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place in the rule
        <ConditionRows key={index} {...props} node={child} path={[...path, kind, index]} depth={depth + 1} />
      ))}
      {depth > 0 && (
        <Row count={null} depth={depth}>
          <Button look="quiet" size="sm" icon={IconPlus} onClick={() => onChange(withNewLine(rule, path))}>
            Bedingung
            <span className="vh">{` zu „${kind === 'all' ? 'alles' : 'mindestens eines'} davon“`}</span>
          </Button>
        </Row>
      )}
    </>
  );
}

interface LineRowProps extends ConditionProps {
  index: number;
  tally: LineTally | null;
}

function LineRow(props: LineRowProps) {
  const { rule, path, depth, problems, preview, numbers, index, tally, isEntry, order } = props;
  const { open, onOpen, onChange } = props;
  const closeEditor = () => {
    props.onEditorGone();
    onOpen(null);
  };
  const leaf = linesOf(rule)[index]?.leaf;
  const editorId = useId();
  if (leaf === undefined) return null;
  const text = path.join('.');
  const own = problems.filter((problem) => isWithin(path, problem.path));
  const inner = innerJoin(path);
  const opened = open?.startsWith(`${text}:`) ? open.slice(text.length + 1) : null;
  const lookOf = ({ key }: LeafPart) =>
    own.some(({ path: at }) => at.length === path.length || at[path.length] === key) ? 'bad' : 'plain';
  const count = tally === null ? NO_FIGURE : formatCount(isEntry ? tally.trueBars : tally.exits);
  return (
    <Row
      count={count}
      depth={Math.max(0, depth - 1)}
      number={isEntry ? null : (numbers.lines[index] ?? null)}
      note={lineNote(tally, preview)}
    >
      <span className="leading-10">
        {leafParts(leaf).map((part, at) =>
          part.key === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a sentence have no other name
            <span key={at}>{part.text}</span>
          ) : (
            <Token
              key={part.key}
              look={lookOf(part)}
              editor={{ id: editorId, isOpen: opened === part.key }}
              onPress={() => onOpen(opened === part.key ? null : `${text}:${part.key}`)}
            >
              {part.text}
            </Token>
          ),
        )}
      </span>
      <Problems problems={own} />
      {opened !== null && (
        <Editor id={editorId} onClose={() => onOpen(null)}>
          <LineEditor
            key={opened}
            rule={rule}
            path={path}
            part={opened as NonNullable<LeafPart['key']>}
            order={order}
            onChange={onChange}
          />
          {inner !== null && (
            <Button
              look="quiet"
              size="sm"
              icon={IconPlus}
              className="mt-3"
              onClick={() => {
                closeEditor();
                onChange(withInnerGroup(rule, path));
              }}
            >
              {inner === 'any' ? 'Oder-Bedingung dazu' : 'Und-Bedingung dazu'}
            </Button>
          )}
          {mayRemove(rule, path) && (
            <Button
              look="quiet"
              size="sm"
              icon={IconTrash}
              className="mt-3"
              onClick={() => {
                closeEditor();
                onChange(withoutLine(rule, path));
              }}
            >
              Bedingung entfernen
            </Button>
          )}
        </Editor>
      )}
    </Row>
  );
}

/** A condition that decides nothing is no fault, and rarely meant. */
export function lineNote(tally: BarTally | null, preview: Pick<Preview, 'bars'> | null): string | null {
  if (tally === null || preview === null) return null;
  const { trueBars, unknownBars } = tally;
  const { bars } = preview;
  if (bars === 0) return null;
  if (unknownBars === bars) return 'War hier an keiner Kerze bekannt.';
  const isUnknownAtFirst = unknownBars > 0;
  if (trueBars === 0)
    return isUnknownAtFirst
      ? `Traf hier nie zu, an ${countBarsDative(unknownBars)} war es noch nicht bekannt.`
      : 'Traf hier nie zu.';
  if (trueBars + unknownBars < bars) return null;
  return isUnknownAtFirst ? 'Traf hier immer zu, sobald es bekannt war.' : 'Traf hier immer zu.';
}

const samePath = (one: RulePath, other: RulePath): boolean =>
  one.length === other.length && isWithin(one, other);
