import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { urls } from '../lib/urls.ts';
import { Brand } from './brand.tsx';
import { Button, ButtonLink } from './button.tsx';
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
    <main className={classes.page}>
      <Link className={classes.brand} to={urls.home}>
        <Brand />
      </Link>
      <h1 className={classes.title} lang={titleLang}>
        {title}
      </h1>
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>{actions}</div>
    </main>
  );
}

export function NotFoundPage() {
  return (
    <MessagePage
      title="Oops! Page not found"
      titleLang="en"
      actions={
        <ButtonLink to={urls.home} look="primary">
          Zur Startseite
        </ButtonLink>
      }
    >
      Diese Seite gibt es nicht. Vielleicht wurde sie verschoben, oder die Adresse enthält einen Tippfehler.
    </MessagePage>
  );
}

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
