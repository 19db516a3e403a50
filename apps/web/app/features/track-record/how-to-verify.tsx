import { daySealsUrl } from '@botdepot/contract/catalogue';
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { dayLater } from '../../lib/format/dates.ts';
import { formatUtcDay } from '../../lib/format/plain-days.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { VoucherNumber } from '../../ui/sheet/voucher-number.tsx';

const STEP_LIST = clsx(
  'border-t border-control [&_li]:grid [&_li]:grid-cols-[264px_minmax(0,1fr)] [&_li]:gap-x-8',
  '[&_li]:gap-y-2 [&_li]:py-6 [&_li]:border-b [&_li]:border-b-border',
  '[&_li:last-child]:border-b-control [&_h3]:flex [&_h3]:items-start [&_h3]:gap-2.5',
  '[&_h3]:text-[20px]/7 [&_h3]:font-semibold [&_h3]:tracking-[-0.008em] [&_h3]:hyphens-manual',
  '[&_h3>span]:flex-none [&_h3>span]:mt-[3px]',
  'max-md:[&_li]:grid-cols-1',
);
const COMMAND = clsx(
  'col-[2] w-fit max-w-full py-2 px-3 border border-border rounded-control bg-surface',
  "[font-family:ui-monospace,'SFMono-Regular',Menlo,Consolas,monospace] text-[14px]/5.5 wrap-anywhere",
  'hyphens-none [&>span]:whitespace-nowrap max-md:col-[1]',
);
const PROVES = clsx(
  'grid grid-cols-2 gap-x-10 gap-y-0 mt-10 [&_h3]:mb-3 [&_h3]:text-[20px]/7 [&_h3]:font-semibold',
  '[&_h3]:tracking-[-0.008em] [&_li]:py-3 [&_li]:border-t [&_li]:border-border',
  'max-md:grid-cols-1 max-md:gap-8',
);

const STEPS = [
  {
    title: 'Aufzeichnung herunterladen',
    text: 'Die Datei enthält jeden versiegelten Eintrag des Bots: Ausführungen, Kurse, Kosten, Anteilswert und jede Schutzregel, die gegriffen hat. Kundendaten sind nicht darin.',
    command: null,
  },
  {
    title: 'Nachrechnen',
    text: 'Der Befehl steht im Quelltext dieses Projekts. Er berechnet die Kette und den Anteilswert allein aus den Ausführungen der Datei neu und nennt den ersten Eintrag, der nicht stimmt.',
    command: 'npm run verify-track-record -- DATEI',
  },
  {
    title: 'Kopf aufheben und später vergleichen',
    text: 'Laden Sie heute den Kopf herunter. Prüfen Sie damit in einigen Wochen eine neue Aufzeichnung: Der Befehl zeigt, ob alles, was Ihr Kopf festgelegt hat, unverändert darin steht.',
    command: 'npm run verify-track-record -- DATEI --since KOPFDATEI',
  },
] as const;

export function VerifySteps() {
  return (
    <ol className={STEP_LIST}>
      {STEPS.map(({ title, text, command }, index) => (
        <li key={title}>
          <h3>
            <VoucherNumber number={index + 1} />
            {title}
          </h3>
          <p>{text}</p>
          {command && (
            <code className={COMMAND}>
              {/* A line ends between words only: „--“ and „since“ are one. */}
              {command.split(' ').map((word, at) => (
                <Fragment key={word}>
                  {at > 0 && ' '}
                  <span>{word}</span>
                </Fragment>
              ))}
            </code>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What the chain is good for, and what it is not: both, or the first would be advertising. */
export function WhatItProves() {
  return (
    <div className={PROVES}>
      <div>
        <h3>Das beweist die Kette</h3>
        <ul>
          <li>
            Jeder Eintrag enthält den Hash des Eintrags davor. Wer eine Zeile ändert, ändert alle Hashes
            danach.
          </li>
          <li>
            Wer einen Kopf aufgehoben hat, erkennt jede spätere Änderung, Löschung oder Einfügung davor.
          </li>
          <li>Die Rendite folgt aus den Ausführungen: Sie lässt sich aus der Datei allein nachrechnen.</li>
        </ul>
      </div>
      <div>
        <h3>Das beweist sie nicht</h3>
        <ul>
          <li>
            Solange niemand einen Kopf aufgehoben hat, könnte der Betreiber die ganze Kette neu schreiben.
            Heben Sie deshalb einen auf.
          </li>
          <li>Ob die Kurse stimmen. Simulierte Kurse sind erfunden, und Gewinne darauf sind Zufall.</li>
          <li>Ob ein Bot mit echtem Geld dasselbe erreicht hätte, oder was er künftig erreicht.</li>
        </ul>
      </div>
    </div>
  );
}

/** What own bots did is their owners', since it tells their rules; how far each was sealed is everybody's. */
export function DaySeals() {
  const hydrated = useHydrated();
  const yesterday = dayLater(new Date().toISOString().slice(0, 10), -1);
  return (
    <>
      <p className="max-w-170">
        Auch was Kunden mit eigenen Bots tun, wird versiegelt. Die Aufzeichnung bekommt nur, wem der Bot
        gehört, denn aus ihr ließe sich seine Regel ablesen. Öffentlich sind für jeden Tag die Nummer des
        Bots, die Stelle in seiner Kette und ihr Hash. Wer eine Liste aufhebt, kann später prüfen, ob an den
        Tagen davor etwas geändert wurde, auch von uns.
      </p>
      {hydrated && (
        <p className="mt-3">
          <a className="link" href={daySealsUrl(yesterday)} download>
            {`Liste vom ${formatUtcDay(yesterday)} (CSV)`}
          </a>
        </p>
      )}
    </>
  );
}
