import '../../ui/utilities/reading.css';
import { ENGLISH_WORDS, TERMS, type Term } from '@botdepot/contract/terms';
import { clsx } from 'clsx';
import { Fragment, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { pageMeta } from '../../lib/page/page-meta.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { urls } from '../../lib/url/urls.ts';
import { Button } from '../../ui/form/button.tsx';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { SearchField } from '../../ui/table/search-field.tsx';
import { matchingTerms } from './terms/matching-terms.ts';

/** The rule at the left marks the one that a link led to. */
const TERM = clsx(
  'grid grid-cols-[16rem_minmax(0,1fr)] gap-x-8 gap-y-1 py-5 border-b border-border',
  'data-current:[box-shadow:-12px_0_0_var(--bg),-15px_0_0_var(--primary)]',
  'max-[900px]:grid-cols-1',
);

export const meta = () =>
  pageMeta({
    title: 'Begriffe',
    description: `${TERMS.length} Wörter aus dem Handel in je zwei einfachen Sätzen, von Anteilswert bis zeitgewichtet, jedes mit einem Beispiel.`,
    path: urls.terms,
  });

export default function Terms() {
  const [wanted, setWanted] = useState('');
  const { hash } = useLocation();
  const hydrated = useHydrated();
  const terms = matchingTerms(wanted);
  return (
    <SheetSection
      kind="page"
      label="Begriffe"
      source="Beträge, Kosten und Fristen aus denselben Angaben, nach denen die Plattform arbeitet"
      title="Was die Wörter bedeuten"
      lead={
        <>
          Jedes in zwei Sätzen, mit einem Beispiel. Antworten auf anderes stehen unter{' '}
          <Link className="link" to={urls.help}>
            häufige Fragen
          </Link>
          .
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4 border-b border-control">
        <SearchField
          label="Begriff suchen"
          placeholder="Begriff suchen"
          value={wanted}
          onSearch={setWanted}
        />
        <p className="text-[14px] text-muted tabular-nums" role="status">
          {wanted === '' ? `${TERMS.length} Begriffe` : `${terms.length} von ${TERMS.length} Begriffen`}
        </p>
      </div>
      {terms.map((term) => (
        <Entry key={term.id} term={term} isCurrent={hydrated && hash === `#${term.id}`} />
      ))}
      {terms.length === 0 && (
        <div className="[--pad:0px]">
          <EmptyState
            title="Keine Treffer"
            action={<Button onClick={() => setWanted('')}>Alle Begriffe zeigen</Button>}
          >
            {`Für „${wanted}“ steht hier kein Begriff. Vielleicht gibt es ein anderes Wort dafür, oder Sie fragen im Live Chat.`}
          </EmptyState>
        </div>
      )}
    </SheetSection>
  );
}

function Entry({ term, isCurrent }: { term: Term; isCurrent: boolean }) {
  const { id, word, also, meaning, example } = term;
  return (
    <section id={id} className={TERM} aria-labelledby={`${id}-wort`} data-current={isCurrent || undefined}>
      <div>
        <h2 className="text-[18px]/6.5 font-semibold" id={`${id}-wort`}>
          {word}
        </h2>
        <p className="text-[14px]/5.5 text-muted">
          auch:{' '}
          {also.map((other, at) => (
            <Fragment key={other}>
              {at > 0 && ', '}
              <span lang={ENGLISH_WORDS.has(other) ? 'en' : undefined}>{other}</span>
            </Fragment>
          ))}
        </p>
      </div>
      <div className="max-w-160">
        <p>{meaning}</p>
        <p className="mt-2 text-muted">
          <b className="font-semibold">Beispiel:</b> {example}
        </p>
      </div>
    </section>
  );
}
