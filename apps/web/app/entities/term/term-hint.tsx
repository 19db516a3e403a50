import type { TermId } from '@botdepot/contract/terms';
import { clsx } from 'clsx';
import { type FocusEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { later } from '../../lib/page/later.ts';
import { urls } from '../../lib/url/urls.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconInfoCircle } from '../../ui/icon/icons.ts';
import { LazySection } from '../../ui/state/lazy-section.tsx';

/** Only the mark is seen; the target is the word with it, as high as a row. */
const MARK = clsx(
  'ml-1 align-[calc(0.36em_-_7px)] cursor-help text-muted hover:text-text aria-expanded:text-text [&_svg]:block',
  'before:absolute before:-inset-x-1.5 before:top-1/2 before:h-11 before:-translate-y-1/2 print:hidden',
);
/** At the word where browsers can place it there, else in the middle of the screen. What is said of all spans around it opens nothing. */
const CARD = clsx(
  'w-[min(22rem,calc(100vw_-_32px))] max-h-[calc(100dvh_-_32px)] px-4 pt-4 pb-1 border border-control',
  'rounded-box bg-surface text-[14px]/5.5 font-normal tracking-normal text-left text-text',
  'whitespace-normal [&:not(:popover-open)]:hidden',
  'supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:m-2',
  'supports-[position-area:bottom]:[position-area:bottom_span-all]',
  'supports-[position-area:bottom]:[justify-self:anchor-center]',
  'supports-[position-area:bottom]:[position-try-fallbacks:flip-block]',
);

// Not loaded before an explanation is asked for.
const loadTerms = later(() => import('@botdepot/contract/terms'));

/** A dialog that this stands in closes by the same key, and leaves that alone where an element says so. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': true };

interface TermHintProps {
  id: TermId;
  /** The word as it stands here. */
  children: string;
}

/**
 * A word with a mark that opens what it means. The browser's own popover: it closes by Escape and by a press elsewhere, gives the
 * focus back, and public pages need no library for it. Never inside a link or a button.
 */
export function TermHint({ id, children }: TermHintProps) {
  const cardId = useId();
  const mark = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const lastWord = children.lastIndexOf(' ') + 1;
  const closeBehind = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget && relatedTarget !== mark.current && !currentTarget.contains(relatedTarget))
      currentTarget.hidePopover();
  };
  return (
    <span className="relative">
      {children.slice(0, lastWord)}
      <span className="whitespace-nowrap">
        {children.slice(lastWord)}
        <button
          ref={mark}
          type="button"
          className={MARK}
          popoverTarget={cardId}
          aria-label={`Was bedeutet „${children}“?`}
          aria-expanded={open}
        >
          <Icon as={IconInfoCircle} size={14} />
        </button>
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a dialog while it is open; keys and toasts ask whether there is one. */}
      <span
        id={cardId}
        className={CARD}
        popover="auto"
        tabIndex={-1}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // What had the focus in it must be there until the browser has given it back.
        onToggle={({ currentTarget, newState }) =>
          newState === 'open' ? currentTarget.focus() : setOpen(false)
        }
        onBlur={closeBehind}
        {...KEEPS_ESCAPE}
        {...(open && { role: 'dialog', 'aria-label': children })}
      >
        {open && <Explanation id={id} />}
      </span>
    </span>
  );
}

function Explanation({ id }: { id: TermId }) {
  return (
    <LazySection
      load={loadTerms}
      short="Seite neu laden"
      waiting={<span className="block min-h-40" aria-busy />}
    >
      {({ findTerm }) => {
        const { word, meaning, example } = findTerm(id);
        return (
          <>
            <b className="block mb-1 text-base font-semibold">{word}</b>
            <span className="block">{meaning}</span>
            <span className="block mt-2 text-muted">
              <b className="font-semibold">Beispiel:</b> {example}
            </span>
            <Link className="link-alone mt-1" to={urls.term(id)} {...KEEPS_ESCAPE}>
              Alle Begriffe
            </Link>
          </>
        );
      }}
    </LazySection>
  );
}
