import '../../ui/utilities/reading.css';
import { FAQ, type FaqEntry } from '@botdepot/contract/faq';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pageMeta } from '../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../lib/page/page-title.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { signedInMark } from '../../lib/session/cookies.ts';
import { loginReturningTo, urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconChevronDown } from '../../ui/icon/icons.ts';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { useShownAccount } from './account/use-account.ts';

const QUESTION = clsx(
  'border-b border-border first:border-t first:border-t-border',
  '[&_summary]:flex [&_summary]:items-center [&_summary]:justify-between [&_summary]:gap-4',
  '[&_summary]:min-h-16 [&_summary]:py-3.5 [&_summary]:text-[18px]/6.5',
  '[&_summary]:font-semibold [&_summary]:list-none [&_summary]:cursor-pointer',
  '[&_summary::-webkit-details-marker]:hidden',
  '[&_summary_svg]:flex-none [&_summary_svg]:text-muted',
  'open:[&_summary_svg]:[transform:rotate(180deg)]',
  '[&_p]:max-w-160 [&_p]:pb-5 [&_p]:pr-10 [&_p]:text-muted',
  'max-md:[&_p]:pr-0',
);
const CARD = clsx(
  'p-6 bg-surface border border-border rounded-box',
  '[&_h2]:text-[20px]/7 [&_h2]:font-semibold',
  '[&_p]:mt-1 [&_p]:mb-4 [&_p]:text-muted',
  'max-md:p-4',
);

export const meta = () =>
  pageMeta({
    title: 'Hilfe und häufige Fragen',
    description: `Antworten zu ${BRAND_NAME}: Spielgeld, Mindestbeträge, Auszahlungen, Kurse, Verluste und wie man eine Rendite prüft.`,
    path: urls.help,
  });

const PAGES = { trackRecord: urls.trackRecord } as const;

/** The answer, with its link where it has one. */
function answerOf({ answer, link }: FaqEntry): ReactNode {
  if (!link) return answer;
  const [before, after] = answer.split(link.words, 2);
  return (
    <>
      {before}
      <Link to={PAGES[link.page]}>{link.words}</Link>
      {after}
    </>
  );
}

export default function Help() {
  const account = useShownAccount();
  return (
    <SheetSection
      kind="page"
      label="Hilfe"
      source="Antworten aus denselben Angaben, nach denen die Plattform arbeitet"
      title="Häufige Fragen"
      lead="Kurze Antworten auf das, was am meisten gefragt wird."
    >
      <div className="grid grid-cols-[minmax(0,1fr)_18rem] gap-10 items-start max-[1080px]:grid-cols-1">
        <div>
          {FAQ.map((entry) => (
            // Elements of one name close each other: one answer is open at a time, and it can be closed.
            <details key={entry.id} className={QUESTION} name="faq">
              <summary>
                {entry.question}
                <Icon as={IconChevronDown} size={18} />
              </summary>
              <p>{answerOf(entry)}</p>
            </details>
          ))}
        </div>
        <aside className="grid gap-6">
          <div className={CARD}>
            <h2>Begriffe</h2>
            <p>Was Anteilswert, Rückgang oder Sharpe bedeuten, in zwei Sätzen und mit einem Beispiel.</p>
            <ButtonLink to={urls.terms}>Alle Begriffe</ButtonLink>
          </div>
          <div className={CARD}>
            <h2>Live Chat</h2>
            <ChatCard />
          </div>
          {!account && (
            <div className={CARD}>
              <h2>Noch kein Konto?</h2>
              <p>Eröffnen Sie ein Konto mit Spielgeld und sehen Sie selbst nach.</p>
              <ButtonLink to={urls.signup} look="primary">
                Kostenlos starten
              </ButtonLink>
            </div>
          )}
        </aside>
      </div>
    </SheetSection>
  );
}

/** Who is signed in gets the chat at once, everybody else after the login, and reads why. */
function ChatCard() {
  const hydrated = useHydrated();
  const signedIn = hydrated && signedInMark.isSet();
  return (
    <>
      <p>
        Der Assistent antwortet sofort, auch zu Ihrem Konto. Auf Wunsch übernimmt ein Mensch.
        {!signedIn && ' Damit er Ihre Anträge und Bots sieht und niemand sonst, melden Sie sich zuerst an.'}
      </p>
      <ButtonLink to={signedIn ? urls.dashboardChat : loginReturningTo(urls.dashboardChat)}>
        Chat öffnen
      </ButtonLink>
    </>
  );
}
