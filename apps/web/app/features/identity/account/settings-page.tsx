import {
  BOT_TYPES,
  BOTS,
  type BotType,
  type ColourChoice,
  mayStartAt,
  SIGN_IN_EVENT_WORDS,
  SIGN_IN_EVENTS_KEPT_DAYS,
  type SignInEvent,
  type StartPage,
} from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { NBSP } from '../../../lib/format/numbers.ts';
import { type ColourScheme, setColourScheme, useColourScheme } from '../../../lib/page/colour-scheme.ts';
import { errorText, queries } from '../../../lib/server/api.ts';
import { profileQuery, useProfile } from '../../../lib/session/profile.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { Segments, TabLinks } from '../../../ui/form/tabs.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { IconDownload } from '../../../ui/icon/icons.ts';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { FilterSelect } from '../../../ui/table/filters.tsx';
import { failureText } from '../identity-texts.ts';
import { IdentitiesPanel } from '../security/identities-panel.tsx';
import { PasskeyPanel } from '../security/passkey-panel.tsx';
import { PasswordPanel } from '../security/password-panel.tsx';
import { SecondFactorPanel } from '../security/second-factor-panel.tsx';
import { changeName } from '../security/security-api.ts';
import { SessionsPanel } from '../security/sessions-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { nameProblem } from './name-problem.ts';
import { SETTING_ACTIONS, SETTING_ROW, SETTING_TEXT } from './setting-styles.ts';
import { useOwnData } from './use-own-data.ts';
import { usePreferences } from './use-preferences.ts';

// Only tabs that can save something; a tab comes with the commit that fills it.
const TABS = [
  { value: 'account', label: 'Account', to: urls.settings },
  { value: 'sicherheit', label: 'Sicherheit', to: urls.security },
  { value: 'benachrichtigungen', label: 'Benachrichtigungen', to: urls.notifications },
  { value: 'praeferenzen', label: 'Präferenzen', to: urls.preferences },
] as const;

type View = (typeof TABS)[number]['value'];

interface SettingsPageProps {
  /** The tab of another feature. */
  notifications: ReactNode;
}

export function SettingsPage({ notifications }: SettingsPageProps) {
  const [params] = useSearchParams();
  const asked = params.get('ansicht');
  const view = TABS.find(({ value }) => value === asked)?.value ?? 'account';
  return (
    <>
      <PageHead title="Einstellungen" />
      <TabLinks label="Bereiche der Einstellungen" tabs={TABS} current={view} />
      <div className="grid grid-cols-1 gap-(--gap) max-w-190 print:has-[[data-codes]]:[&>*:not(:has([data-codes]))]:hidden">
        <View view={view} notifications={notifications} />
      </div>
    </>
  );
}

function View({ view, notifications }: SettingsPageProps & { view: View }) {
  switch (view) {
    case 'account':
      return (
        <>
          <NamePanel />
          <EmailPanel />
          <ExportPanel />
        </>
      );
    case 'sicherheit':
      return (
        <>
          <PasswordPanel />
          <SecondFactorPanel />
          <PasskeyPanel />
          <IdentitiesPanel />
          <SessionsPanel />
          <SignInEventsPanel />
        </>
      );
    case 'benachrichtigungen':
      return notifications;
    case 'praeferenzen':
      return (
        <>
          <ThemePanel />
          <ColoursPanel />
          <StartPagePanel />
          <DefaultBotPanel />
        </>
      );
  }
}

const THEMES: readonly { value: ColourScheme; label: string }[] = [
  { value: 'light', label: 'Hell' },
  { value: 'dark', label: 'Dunkel' },
  { value: 'auto', label: 'Wie das Gerät' },
];

/** Kept in this browser: a dark phone says nothing about the screen at the desk. */
function ThemePanel() {
  const scheme = useColourScheme();
  return (
    <Panel title="Darstellung">
      <div className="grid grid-cols-1 gap-5">
        <Segments label="Darstellung" options={THEMES} value={scheme} onChange={setColourScheme} />
        <p className="small muted">
          Gilt sofort und nur in diesem Browser, auch auf den öffentlichen Seiten.
        </p>
      </div>
    </Panel>
  );
}

function ExportPanel() {
  const { download, pending, done, problem } = useOwnData();
  return (
    <Panel title="Ihre Daten">
      <div className="grid grid-cols-1 gap-3 max-w-[60ch]">
        <p>
          Eine Datei mit allem, was wir über Sie gespeichert haben: Profil, Einstellungen, Sitzungen, jede
          Buchung, Einzahlungen, Auszahlungen, Anlagen, eigene Bots, Nachrichten und Chats. Passwörter und
          Schlüssel stehen nicht darin. Den Inhalt interner Notizen des Teams erfragen Sie beim Betreiber.
        </p>
        {problem && <FieldProblem>{problem}</FieldProblem>}
        <div className={SETTING_ACTIONS}>
          <Button icon={IconDownload} pending={pending} onClick={() => void download()}>
            Meine Daten herunterladen
          </Button>
          <p className="text-sm font-550" role="status">
            {done && 'Die Datei liegt bei Ihren Downloads.'}
          </p>
        </div>
      </div>
    </Panel>
  );
}

const PAGES: readonly { value: StartPage; label: string }[] = [
  { value: 'dashboard', label: 'Dashboard' },
  { value: 'bots', label: 'KI-Bots' },
  { value: 'wallet', label: 'Wallet' },
  { value: 'admin', label: 'Admin Panel' },
  { value: 'desk', label: 'Support-Chats' },
];

function StartPagePanel() {
  const { preferences, change } = usePreferences();
  const { adminField } = useProfile();
  return (
    <PreferencePanel
      title="Startseite nach der Anmeldung"
      change={change}
      control={
        <Segments
          label="Startseite nach der Anmeldung"
          options={PAGES.filter(({ value }) => mayStartAt(adminField, value))}
          value={preferences.startPage}
          onChange={(startPage) => change.mutate({ startPage })}
        />
      }
      note="Kommen Sie von einer bestimmten Seite, führt die Anmeldung dorthin zurück."
    />
  );
}

const CHOICES: readonly { value: BotType; label: string }[] = BOT_TYPES.map((value) => ({
  value,
  label: BOTS[value].name,
}));

/** The choice of sign-up, and whatever replaced it since. */
function DefaultBotPanel() {
  const { preferences, change } = usePreferences();
  return (
    <PreferencePanel
      title="Vorgewählter Bot"
      change={change}
      control={
        <FilterSelect
          label="Vorgewählter Bot"
          options={CHOICES}
          value={preferences.preferredBot}
          allLabel="Keiner"
          onChange={(preferredBot) => change.mutate({ preferredBot })}
        />
      }
      note="Mit ihm öffnet sich der Dialog, in dem Sie einen Bot starten. Gestartet wird damit nichts."
    />
  );
}

/** What happened at the doors of the account, so that its owner sees what somebody else did or tried. */
function SignInEventsPanel() {
  const {
    data: events,
    error,
    refetch,
  } = useQuery({
    ...queries.identity.listSignInEvents.queryOptions(),
    // It happens elsewhere, and nothing tells this page.
    staleTime: 0,
  });
  return (
    <Panel
      title="Anmeldungen und Änderungen"
      note={`Die letzten 50 Ereignisse der vergangenen ${SIGN_IN_EVENTS_KEPT_DAYS} Tage; von der IP-Adresse steht nur der Anfang da. Ist etwas nicht von Ihnen, ändern Sie Ihr Passwort und melden Sie alle anderen Geräte ab.`}
      flush
    >
      {events && (
        <ul aria-label="Anmeldungen und Änderungen">
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {events?.length === 0 && <p className="py-4 px-(--pad) small muted">Noch ist nichts festgehalten.</p>}
      {!events && !error && <RowsSkeleton count={3} />}
      {!events && error && (
        <div className="py-4 px-(--pad) grid grid-cols-1 gap-3 max-w-[60ch]">
          <FieldProblem>Die Ereignisse konnten nicht geladen werden.</FieldProblem>
          <div className={SETTING_ACTIONS}>
            <Button onClick={() => void refetch()}>Erneut versuchen</Button>
          </div>
        </div>
      )}
    </Panel>
  );
}

function EventRow({ event }: { event: SignInEvent }) {
  const { kind, times, device, network } = event;
  return (
    <li className={SETTING_ROW}>
      <div className={SETTING_TEXT}>
        <b>
          {SIGN_IN_EVENT_WORDS[kind]}
          {times > 1 && ` (${times}-mal)`}
        </b>
        <span>{[device, network].filter(Boolean).join(' · ')}</span>
      </div>
      <time className="flex-none text-sm text-muted" dateTime={event.at}>
        {formatDateTime(event.at)}
      </time>
    </li>
  );
}

const COLOUR_CHOICES: readonly { value: ColourChoice; label: string }[] = [
  { value: 'blue-orange', label: 'Blau und Orange' },
  { value: 'green-red', label: 'Grün und Rot' },
];

/** Kept with the account: how one reads figures goes along to every device. */
function ColoursPanel() {
  const { preferences, change } = usePreferences();
  return (
    <PreferencePanel
      title="Farben für Gewinn und Verlust"
      change={change}
      control={
        <Segments
          label="Farben für Gewinn und Verlust"
          options={COLOUR_CHOICES}
          value={preferences.colours}
          onChange={(colours) => change.mutate({ colours })}
        />
      }
      sample={
        <p className="flex gap-6 font-semibold tabular-nums [&_[data-is='up']]:text-up [&_[data-is='down']]:text-down">
          <span data-is="up">{`▲ +1,2${NBSP}%`}</span>
          <span data-is="down">{`▼ −0,8${NBSP}%`}</span>
        </p>
      }
      note="Blau und Orange lassen sich auch bei einer Farbenfehlsichtigkeit unterscheiden. Pfeil und Vorzeichen stehen immer dabei."
    />
  );
}

interface PreferencePanelProps extends Pick<ReturnType<typeof usePreferences>, 'change'> {
  title: string;
  control: ReactNode;
  /** An example of it. */
  sample?: ReactNode;
  note: string;
}

/** A choice that is kept at once. Whether it is has its place from the beginning, so that nothing moves. */
function PreferencePanel({ title, change, control, sample, note }: PreferencePanelProps) {
  return (
    <Panel title={title}>
      <div className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {control}
          <p className="text-sm font-550" role="status">
            {change.isPending && 'Wird gespeichert …'}
            {change.isSuccess && 'Gespeichert.'}
          </p>
          {change.isError && <FieldProblem>{errorText(change.error)}</FieldProblem>}
        </div>
        {sample}
        <p className="small muted">{note}</p>
      </div>
    </Panel>
  );
}

const LONGEST_NAME = 100;

function NamePanel() {
  const profile = useProfile();
  const client = useQueryClient();
  const [saved, setSaved] = useState(false);
  const form = useForm({
    initialValues: { name: profile.name },
    validate: { name: (name) => nameProblem(name, LONGEST_NAME) },
    onValuesChange: () => setSaved(false),
  });
  const { name } = form.fields;

  const send = async () => {
    const outcome = await changeName(name.value);
    if (!outcome.ok) return form.refuse({ name: failureText(outcome) });
    setSaved(true);
    void client.invalidateQueries(profileQuery);
  };

  return (
    <Panel title="Name">
      <form
        {...form.props(send)}
        className="grid grid-cols-1 gap-5 max-w-110"
        onSubmitCapture={() => setSaved(false)}
      >
        <TextField
          {...name}
          label="Ihr Name"
          autoComplete="name"
          required
          help="So spricht die Plattform Sie an. Andere Kunden sehen ihn nicht."
          problem={lengthProblem(name.value, LONGEST_NAME) ?? name.problem}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" look="primary" pending={form.submitting}>
            Name speichern
          </Button>
          <p className="text-sm font-550" role="status">
            {saved && 'Der Name ist gespeichert.'}
          </p>
        </div>
        <p className="small muted">
          Seit wann Sie dabei sind, steht in Ihrem{' '}
          <Link className="link" to={urls.profile}>
            Profil
          </Link>
          . Dort löschen Sie auch Ihr Konto.
        </p>
      </form>
    </Panel>
  );
}
