import type { ReactNode } from 'react';
import { Link } from '../../lib/url/link.tsx';
import { LEGAL_LINKS, urls } from '../../lib/url/urls.ts';
import { Button, ButtonLink } from '../form/button.tsx';
import { Brand } from './brand.tsx';
import classes from './message-page.module.css';

interface MessagePageProps {
  title: string;
  /** The language of the title when it is not German. */
  titleLang?: string | undefined;
  children: ReactNode;
  actions: ReactNode;
}

/** A page that only says something: not found, an error. */
export function MessagePage({ title, titleLang, children, actions }: MessagePageProps) {
  return (
    <div className={classes.page}>
      <main className={classes.message}>
        <Link className={classes.brand} to={urls.home}>
          <Brand />
        </Link>
        <Message title={title} titleLang={titleLang} actions={actions}>
          {children}
        </Message>
      </main>
      {/* With a new document: after an error this one is not to be trusted. */}
      <nav className={classes.legal} aria-label="Rechtliches">
        {LEGAL_LINKS.map(({ to, label }) => (
          <Link key={to} className="link-alone" to={to} reloadDocument>
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Message({ title, titleLang, children, actions }: MessagePageProps) {
  return (
    <>
      <h1 className={classes.title} lang={titleLang}>
        {title}
      </h1>
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>{actions}</div>
    </>
  );
}

/** Within a page that has its frame already. */
export function NotFoundMessage() {
  return (
    <section className={classes.within}>
      <Message {...NOT_FOUND} />
    </section>
  );
}

export const NotFoundPage = () => <MessagePage {...NOT_FOUND} />;

const NOT_FOUND: MessagePageProps = {
  title: 'Oops! Page not found',
  titleLang: 'en',
  actions: (
    <ButtonLink to={urls.home} look="primary">
      Zur Startseite
    </ButtonLink>
  ),
  children:
    'Diese Seite gibt es nicht. Vielleicht wurde sie verschoben, oder die Adresse enthält einen Tippfehler.',
};

/** `reference` is the server's id for the logged cause, if it gave one. */
export function ErrorPage({ reference }: { reference?: string | undefined }) {
  return (
    <MessagePage
      title="Ein unerwarteter Fehler ist aufgetreten."
      actions={
        <>
          <Button look="primary" onClick={() => window.location.reload()}>
            Seite neu laden
          </Button>
          <ButtonLink to={urls.home} look="bare" reloadDocument>
            Zur Startseite
          </ButtonLink>
        </>
      }
    >
      Es wurde nichts gebucht, was Sie nicht bestätigt haben.
      {reference && ` Kennung für den Support: ${reference}`}
    </MessagePage>
  );
}

/** While the app's code is on its way. */
export function WaitingPage() {
  return (
    <main className={classes.wait} aria-busy>
      <Brand />
      <span className="vh" role="status">
        Wird geladen
      </span>
    </main>
  );
}
