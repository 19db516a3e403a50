import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { ColoursPanel } from './colours-panel.tsx';
import { DefaultBotPanel } from './default-bot-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import { IdentitiesPanel } from './identities-panel.tsx';
import { NamePanel } from './name-panel.tsx';
import { PasskeyPanel } from './passkey-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import classes from './settings.module.css';
import { SignInEventsPanel } from './sign-in-events-panel.tsx';
import { StartPagePanel } from './start-page-panel.tsx';
import { ThemePanel } from './theme-panel.tsx';

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
      <div className={classes.tab}>
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
