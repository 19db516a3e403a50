import type { UserProfile } from '@botdepot/contract';
import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { FIELD_BOX, FIELD_INPUT, Field } from '../../../ui/form/field.tsx';

const LIST = clsx(
  'absolute z-5 top-[calc(100%_+_4px)] left-0 right-0 max-h-[18rem] overflow-y-auto py-1 border',
  'border-control rounded-control bg-surface',
  'empty:hidden [&[hidden]]:hidden',
);
const OPTION = clsx(
  'flex flex-wrap items-center justify-between gap-x-3 gap-y-0 min-h-11 py-2 px-3 text-[14px]',
  'wrap-anywhere cursor-pointer hover:bg-primary-soft',
  'aria-selected:bg-primary-soft',
);

interface CustomerFieldProps {
  text: string;
  onTextChange: (text: string) => void;
  /** People who may be meant; undefined while nothing is asked or nothing has come yet. */
  found: readonly UserProfile[] | undefined;
  failed: boolean;
  problem?: string | null | undefined;
  help: ReactNode;
}

/** An address with suggestions: type a part of it, an id or a reference, and take one with the arrow keys or a click. */
export function CustomerField(props: CustomerFieldProps) {
  const { text, onTextChange, found, failed, problem, help } = props;
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const people = found ?? [];
  const isMeant = people.length === 1 && people[0]?.email === text.trim().toLowerCase();
  const shown = isOpen && text.trim().length > 1 && !isMeant && (found !== undefined || failed);

  const take = (person: UserProfile) => {
    onTextChange(person.email);
    setIsOpen(false);
    setActive(-1);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.stopPropagation();
      setIsOpen(false);
      return;
    }
    if (event.key === 'Enter' && shown && people[active]) {
      event.preventDefault();
      take(people[active]);
      return;
    }
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || people.length === 0) return;
    event.preventDefault();
    setIsOpen(true);
    setActive((active + by + people.length) % people.length);
  };

  return (
    <Field label="E-Mail" problem={problem} help={help}>
      {(ids) => (
        <div className="relative">
          <div className={FIELD_BOX} data-invalid={problem ? true : undefined}>
            <input
              type="text"
              name="email"
              role="combobox"
              aria-expanded={shown}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="E-Mail oder Kennung suchen"
              id={ids.input}
              className={FIELD_INPUT}
              value={text}
              onChange={(event) => {
                onTextChange(event.currentTarget.value);
                setIsOpen(true);
                setActive(-1);
              }}
              onFocus={() => setIsOpen(true)}
              onBlur={() => setIsOpen(false)}
              onKeyDown={press}
              aria-describedby={ids.describedBy}
              aria-invalid={problem ? true : undefined}
            />
          </div>
          <div id={listId} role="listbox" aria-label="Vorschläge" className={LIST} hidden={!shown}>
            {people.map((person, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, as the combobox pattern wants it.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
              <div
                key={person.userId}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                className={OPTION}
                // The field keeps the focus, or the list would be gone before the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(person)}
              >
                {person.email}
                {person.role === 'admin' && <span className="text-[12px] text-muted">Administrator</span>}
              </div>
            ))}
          </div>
          {shown && people.length === 0 && (
            <p
              className="absolute z-5 top-[calc(100%_+_4px)] left-0 right-0 max-h-[18rem] overflow-y-auto border border-control rounded-control bg-surface py-3 px-3.5 text-[14px] text-muted empty:hidden [&[hidden]]:hidden"
              role="status"
            >
              {failed ? 'Die Suche ist gerade nicht möglich.' : 'Keine Treffer'}
            </p>
          )}
        </div>
      )}
    </Field>
  );
}
