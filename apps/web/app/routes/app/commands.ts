import { BOT_TYPES, BOTS } from '@botdepot/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { type ColourScheme, setColourScheme } from '../../lib/page/colour-scheme.ts';
import { urls } from '../../lib/url/urls.ts';
import type { Command, CommandGroup } from '../../ui/frame/command-palette.tsx';
import type { NavGroup } from '../../ui/frame/navigation.tsx';
import {
  IconArrowBarToDown,
  IconArrowBarUp,
  IconBell,
  IconChartLine,
  IconClock,
  IconCommand,
  IconDeviceDesktop,
  IconFileText,
  IconHelp,
  IconLock,
  IconLogout,
  IconMessage,
  IconMoon,
  IconPalette,
  IconRobot,
  IconSun,
  IconUser,
} from '../../ui/icon/icons.ts';

interface CommandTargets {
  groups: readonly NavGroup[];
  onSignOut: () => void;
  onShowKeys: () => void;
}

/** Everything that the palette offers: all pages of the sidebar, what one does often, and how it looks. */
export function useCommands({ groups, onSignOut, onShowKeys }: CommandTargets): CommandGroup[] {
  const navigate = useNavigate();
  return useMemo(() => {
    const to = (path: string) => () => void navigate(path);
    const theme = (scheme: ColourScheme) => () => setColourScheme(scheme);
    const pages = groups.flatMap(({ items }) => items);
    return [
      {
        label: 'Seiten',
        commands: [
          ...pages.map(({ label, icon, to: path }) => ({ id: path, label, icon, run: to(path) })),
          ...OTHER_PAGES.map(({ path, ...page }) => ({ id: path, ...page, run: to(path) })),
        ],
      },
      {
        label: 'Bots',
        commands: BOT_TYPES.map((type) => ({
          id: `bot-${type}`,
          label: BOTS[type].name,
          keywords: 'Bot Rücktest Protokoll Verlauf',
          icon: IconRobot,
          run: to(urls.bot(type)),
        })),
      },
      {
        label: 'Befehle',
        commands: [
          ...DEEDS.map(({ path, ...deed }) => ({ ...deed, run: to(path) })),
          { id: 'hell', label: 'Helle Darstellung', icon: IconSun, run: theme('light') },
          { id: 'dunkel', label: 'Dunkle Darstellung', icon: IconMoon, run: theme('dark') },
          { id: 'geraet', label: 'Darstellung wie das Gerät', icon: IconDeviceDesktop, run: theme('auto') },
          { id: 'tasten', label: 'Tastenkürzel zeigen', icon: IconCommand, run: onShowKeys },
          { id: 'abmelden', label: 'Abmelden', keywords: 'Logout', icon: IconLogout, run: onSignOut },
        ],
      },
    ];
  }, [groups, navigate, onSignOut, onShowKeys]);
}

type Place = Omit<Command, 'run' | 'id'> & { path: string };

const OTHER_PAGES: readonly Place[] = [
  { path: urls.ownBots, label: 'Meine Bots', keywords: 'eigene Regel testen bauen', icon: IconRobot },
  { path: urls.stoppedBots, label: 'Beendete Bots', keywords: 'gestoppt Anlagen', icon: IconClock },
  { path: urls.statement, label: 'Kontoauszug', keywords: 'Monat drucken PDF', icon: IconFileText },
  { path: urls.profile, label: 'Profil', keywords: 'Konto E-Mail', icon: IconUser },
  {
    path: urls.allNotifications,
    label: 'Benachrichtigungen',
    keywords: 'Glocke Mitteilungen ungelesen',
    icon: IconBell,
  },
  {
    path: urls.security,
    label: 'Sicherheit',
    keywords: 'Passwort Passkey Sitzungen Anmeldung zwei Schritten Zwei-Faktor',
    icon: IconLock,
  },
  { path: urls.preferences, label: 'Präferenzen', keywords: 'Farben Startseite', icon: IconPalette },
  { path: urls.trackRecord, label: 'Nachweis', keywords: 'Siegel Ergebnisse', icon: IconChartLine },
  { path: urls.markets, label: 'Märkte', keywords: 'Kurse Krypto Devisen', icon: IconChartLine },
  { path: urls.help, label: 'Hilfe/FAQ', keywords: 'Fragen', icon: IconHelp },
  { path: urls.terms, label: 'Begriffe', keywords: 'Glossar Wörter Bedeutung', icon: IconHelp },
];

const DEEDS: readonly (Place & { id: string })[] = [
  { id: 'einzahlen', path: urls.deposits, label: 'Spielgeld einzahlen', icon: IconArrowBarToDown },
  { id: 'auszahlen', path: urls.withdrawals, label: 'Auszahlung beantragen', icon: IconArrowBarUp },
  {
    id: 'buchungen',
    path: `${urls.wallet}?ansicht=transaktionen`,
    label: 'Buchungen suchen',
    icon: IconChartLine,
  },
  { id: 'chat', path: urls.supportChat, label: 'Support fragen', keywords: 'Chat Hilfe', icon: IconMessage },
];
