import { useSearchParams } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import { NamePanel } from './name-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import classes from './settings.module.css';
import { ThemePanel } from './theme-panel.tsx';

// Only tabs that can save something; a tab comes with the commit that fills it.
const TABS = [
  { value: 'account', label: 'Account', to: urls.settings },
  { value: 'sicherheit', label: 'Sicherheit', to: urls.security },
  { value: 'praeferenzen', label: 'Präferenzen', to: urls.preferences },
] as const;

type View = (typeof TABS)[number]['value'];

export function SettingsPage() {
  const [params] = useSearchParams();
  const asked = params.get('ansicht');
  const view = TABS.find(({ value }) => value === asked)?.value ?? 'account';
  return (
    <>
      <PageHead title="Einstellungen" />
      <TabLinks label="Bereiche der Einstellungen" tabs={TABS} current={view} />
      <div className={classes.tab}>
        <View view={view} />
      </div>
    </>
  );
}

function View({ view }: { view: View }) {
  switch (view) {
    case 'account':
      return <NamePanel />;
    case 'sicherheit':
      return (
        <>
          <PasswordPanel />
          <SecondFactorPanel />
          <SessionsPanel />
        </>
      );
    case 'praeferenzen':
      return <ThemePanel />;
  }
}
