import {
  DESK_LIMITS,
  isolated,
  SUPPORT_LIMITS,
  TEXT_BLOCK_NAME,
  TEXT_BLOCK_PLACEHOLDERS,
  TEXT_BLOCK_SITUATIONS,
  type TextBlock,
  type TextBlockSituation,
  unknownPlaceholders,
} from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorCode, errorText, queries } from '../../../lib/server/api.ts';
import { newKey, useCommand } from '../../../lib/server/use-command.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextAreaField, TextField } from '../../../ui/form/field.tsx';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { IconArrowDown, IconArrowUp } from '../../../ui/icon/icons.ts';
import { ConfirmDialog, Dialog, useOpening } from '../../../ui/overlay/dialog.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterSelect } from '../../../ui/table/filters.tsx';
import { placeholderValues } from './canned-replies.ts';

const ALWAYS: TextBlockSituation = 'always';
/** What its deletion has to name. */
type BlockNamed = Pick<TextBlock, 'id' | 'label' | 'text' | 'version'>;

const BACK = { to: urls.adminSupport, label: 'Support-Chats' };

const SITUATIONS: Record<TextBlockSituation, string> = {
  always: 'Immer',
  deposit: 'Mit offener Einzahlung',
  no_deposit: 'Ohne offene Einzahlung',
  withdrawal: 'Mit offener Auszahlung',
  no_withdrawal: 'Ohne offene Auszahlung',
};
const SITUATION_OPTIONS = TEXT_BLOCK_SITUATIONS.map((value) => ({ value, label: SITUATIONS[value] }));

const COLUMNS: readonly Column<TextBlock>[] = [
  {
    key: 'label',
    head: 'Textbaustein',
    kind: 'primary',
    list: 'title',
    cell: ({ label, text }) => (
      <span className="block max-w-[44rem] wrap-anywhere">
        {label}
        <small>{text}</small>
      </span>
    ),
  },
  {
    key: 'name',
    head: 'Kürzel',
    list: 'note',
    cell: ({ name }) => <span className="nowrap">/{name}</span>,
  },
  {
    key: 'situation',
    head: 'Wird angeboten',
    kind: 'muted',
    list: 'amount-note',
    cell: ({ situation }) => SITUATIONS[situation],
  },
];

/** One place up or down, by a press or the keyboard. At the ends a button stays, so that the focus does. */
function useOrder(blocks: readonly TextBlock[]): { column: Column<TextBlock>; said: string } {
  const [said, say] = useState('');
  const move = useCommand('supportDesk.moveTextBlock', {
    failed: { title: 'Nicht verschoben', text: 'Bitte versuchen Sie es noch einmal.' },
    waits: true,
    onDone: ({ id, place }) => {
      // The same press once more is another step.
      move.forget();
      const { label = '' } = blocks.find((block) => block.id === id) ?? {};
      say(`${isolated(label)}: Stelle ${place} von ${blocks.length}`);
    },
  });
  const step = (id: string, by: 'up' | 'down', isEnd: boolean) => ({
    'aria-disabled': isEnd,
    className: 'aria-disabled:opacity-40 aria-disabled:cursor-default',
    onClick: () => !isEnd && move.run({ id, by }),
  });
  return {
    said,
    column: {
      key: 'order',
      head: <span className="vh">Reihenfolge</span>,
      list: 'amount',
      cell: ({ id, label }) => (
        <span className="flex justify-end">
          <IconButton
            icon={IconArrowUp}
            label={`${label} nach oben`}
            {...step(id, 'up', blocks[0]?.id === id)}
          />
          <IconButton
            icon={IconArrowDown}
            label={`${label} nach unten`}
            {...step(id, 'down', blocks.at(-1)?.id === id)}
          />
        </span>
      ),
    },
  };
}

/** What the team sends often, written by the team. A row opens its text. */
export function TextBlocksPage() {
  const list = useQuery(queries.supportDesk.listTextBlocks.queryOptions());
  const canWrite = useMay()('supportDesk.saveTextBlock');
  const [edited, edit, closeEditor] = useOpening<Pick<TextBlock, 'id'> & Partial<TextBlock>>();
  const { data, error } = list;
  const order = useOrder(data?.items ?? []);
  return (
    <>
      <PageHead
        back={BACK}
        title="Textbausteine"
        note="Was das Team oft schreibt. In einer Antwort mit / gewählt."
        actions={
          canWrite && (
            <Button look="primary" onClick={() => edit({ id: newKey() })}>
              Neuer Textbaustein
            </Button>
          )
        }
      />
      <div className="stack">
        <Panel label="Textbausteine" flush>
          {data && data.items.length > 0 ? (
            <DataTable
              caption="Textbausteine, in der Reihenfolge des Teams"
              columns={canWrite ? [...COLUMNS, order.column] : COLUMNS}
              rows={data.items}
              rowKey={({ id }) => id}
              {...(canWrite && { onOpen: edit })}
            />
          ) : data ? (
            <EmptyState title="Noch kein Textbaustein">
              Was Sie oft schreiben, steht hier und in jeder Antwort unter /.
            </EmptyState>
          ) : error ? (
            <LoadFailure error={error} onRetry={() => void list.refetch()} />
          ) : (
            <RowsSkeleton count={8} />
          )}
        </Panel>
        <p role="status" className="vh">
          {order.said}
        </p>
        <Placeholders />
      </div>
      {edited && (
        <TextBlockDialog
          // Each opening begins with what is written now.
          key={edited.key}
          opened={edited.isOpen}
          block={edited.subject}
          current={data?.items.find(({ id }) => id === edited.subject.id)}
          onClose={closeEditor}
        />
      )}
    </>
  );
}

/** What may stand in braces, and what it becomes now. */
function Placeholders() {
  const values = placeholderValues(undefined);
  return (
    <Panel title="Platzhalter">
      <p className="small muted mb-3">
        In geschweiften Klammern. In der Antwort steht dafür, was auf dieser Plattform gilt oder beim Kunden
        offen ist.
      </p>
      <KeyValues
        facts={(Object.keys(TEXT_BLOCK_PLACEHOLDERS) as (keyof typeof TEXT_BLOCK_PLACEHOLDERS)[]).map(
          (name) => ({
            label: `{${name}}`,
            value: values[name] ?? TEXT_BLOCK_PLACEHOLDERS[name].becomes,
          }),
        )}
      />
    </Panel>
  );
}

interface TextBlockDialogProps {
  opened: boolean;
  /** Of a new one the id alone, which stays the same when it is sent again. */
  block: Pick<TextBlock, 'id'> & Partial<TextBlock>;
  /** As it is written by now. */
  current: TextBlock | undefined;
  onClose: () => void;
}

const required = (text: string, longest: number, missing: string): string | null =>
  text.trim() === '' ? missing : lengthProblem(text.trim(), longest);

function unknownProblem(text: string, situation: TextBlockSituation): string | null {
  const unknown = unknownPlaceholders(text, situation);
  if (unknown.length === 0) return null;
  return `${unknown.join(', ')} lässt sich hier nicht ausfüllen.`;
}

/** Refusals after which what was typed can be saved all the same, by somebody who has seen what the others did. */
const OVERTAKEN: readonly unknown[] = ['TEXT_BLOCK_CHANGED', 'TEXT_BLOCK_NOT_FOUND'];

function TextBlockDialog({ opened, block, current, onClose }: TextBlockDialogProps) {
  const [isOvertaken, setOvertaken] = useState(false);
  const [deletes, askToDelete, closeQuestion] = useOpening<BlockNamed>();
  const form = useForm({
    initialValues: {
      name: block.name ?? '',
      label: block.label ?? '',
      text: block.text ?? '',
      situation: block.situation ?? (ALWAYS as string),
    },
    validate: {
      name: (name) =>
        required(name, DESK_LIMITS.textBlockName, 'Bitte geben Sie ein Kürzel an.') ??
        (TEXT_BLOCK_NAME.test(name.trim())
          ? null
          : 'Nur kleine Buchstaben ohne Umlaute, Ziffern und Striche.'),
      label: (label, { situation }) =>
        required(label, DESK_LIMITS.textBlockLabel, 'Bitte geben Sie eine Bezeichnung an.') ??
        unknownProblem(label, situation as TextBlockSituation),
      text: (text, { situation }) =>
        required(text, SUPPORT_LIMITS.messageLength, 'Bitte schreiben Sie den Text.') ??
        unknownProblem(text, situation as TextBlockSituation),
    },
  });
  const save = useCommand('supportDesk.saveTextBlock', {
    onDone: ({ label }) => {
      toast.success('Textbaustein gespeichert', isolated(label));
      onClose();
    },
    onFailed: (error) => {
      const code = errorCode(error);
      if (OVERTAKEN.includes(code)) setOvertaken(true);
      else form.refuse({ [code === 'TEXT_BLOCK_NAME_TAKEN' ? 'name' : 'failure']: errorText(error) });
    },
  });
  const { name, label, text } = form.fields;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={block.text === undefined ? 'Neuer Textbaustein' : 'Textbaustein ändern'}
    >
      <form
        {...form.props((values) =>
          save.run({
            id: block.id,
            name: values.name.trim(),
            label: values.label.trim(),
            text: values.text.trim(),
            situation: values.situation as TextBlockSituation,
            version: (isOvertaken ? current : block)?.version ?? 0,
          }),
        )}
        className="grid gap-4"
      >
        <TextField label="Bezeichnung" autoComplete="off" data-autofocus {...label} />
        <TextField
          label="Kürzel"
          help="Wird nach dem / getippt."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...name}
        />
        <div className="grid gap-1.5">
          <span className="text-md font-semibold" aria-hidden>
            Wird angeboten
          </span>
          <FilterSelect
            label="Wird angeboten"
            options={SITUATION_OPTIONS}
            value={form.values.situation as TextBlockSituation}
            onChange={(chosen) => {
              form.setFieldValue('situation', chosen ?? ALWAYS);
              form.clearErrors();
            }}
          />
        </div>
        <TextAreaField label="Text" rows={6} {...text} />
        {isOvertaken && <Overtaken current={current} />}
        {form.failure && <Notice kind="warning">{form.failure}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          {block.text !== undefined && (
            <span className="mr-auto">
              <Button look="quiet" disabled={!current} onClick={() => current && askToDelete(current)}>
                Löschen
              </Button>
            </span>
          )}
          <Button onClick={onClose}>Abbrechen</Button>
          <Button look="primary" type="submit" pending={save.pending}>
            {isOvertaken ? 'Trotzdem speichern' : 'Speichern'}
          </Button>
        </div>
      </form>
      {deletes && (
        <DeleteDialog
          key={deletes.key}
          opened={deletes.isOpen}
          block={deletes.subject}
          onClose={closeQuestion}
          onDeleted={onClose}
        />
      )}
    </Dialog>
  );
}

/** What a colleague made of it meanwhile. What was typed stays, and replaces it only if somebody wants that. */
function Overtaken({ current }: { current: TextBlock | undefined }) {
  return (
    <div role="alert">
      {current ? (
        <Notice kind="warning" title="Jemand hat diesen Textbaustein inzwischen geändert">
          <p>{`Jetzt steht dort: ${isolated(current.label)} (/${current.name}). Wird angeboten: ${SITUATIONS[current.situation]}.`}</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{`„${current.text}“`}</p>
          <p>Ihre Fassung steht noch im Formular. „Trotzdem speichern“ ersetzt damit die neue.</p>
        </Notice>
      ) : (
        <Notice kind="warning" title="Jemand hat diesen Textbaustein inzwischen gelöscht">
          Ihre Fassung steht noch im Formular. „Trotzdem speichern“ legt ihn neu an.
        </Notice>
      )}
    </div>
  );
}

interface DeleteDialogProps {
  opened: boolean;
  block: BlockNamed;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ opened, block, onClose, onDeleted }: DeleteDialogProps) {
  const { run, pending, error } = useCommand('supportDesk.deleteTextBlock', {
    onDone: () => {
      toast.success('Textbaustein gelöscht', isolated(block.label));
      onClose();
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`„${block.label}“ löschen`}
      confirmLabel="Löschen"
      onConfirm={() => run({ id: block.id, version: block.version })}
      pending={pending}
    >
      <p>{block.text}</p>
      <Notice title="Was danach geschieht">
        Niemand findet ihn mehr unter /. Was damit geschrieben wurde, bleibt in den Chats.
      </Notice>
      {error ? <Notice kind="warning">{errorText(error)}</Notice> : null}
    </ConfirmDialog>
  );
}
