import type { AdminOperation } from '@botdepot/contract';
import { areLetterKeysOn } from '../../features/admin/queue/queue-keys.ts';
import { MODIFIER_KEY } from '../../lib/page/device.ts';
import { urls } from '../../lib/url/urls.ts';
import type { KeyGroup } from '../../ui/frame/key-overview.tsx';

const EVERYWHERE: KeyGroup = {
  label: 'Überall',
  keys: [
    { keys: [MODIFIER_KEY, 'K'], does: 'Seite oder Befehl suchen' },
    { keys: [MODIFIER_KEY, 'B'], does: 'Seitenleiste umschalten' },
    { keys: ['?'], does: 'Tastenkürzel zeigen' },
    { keys: ['Esc'], does: 'Dialog schließen' },
  ],
};

const CHAT: KeyGroup = {
  label: 'Im Support-Chat',
  keys: [
    { keys: ['Enter'], does: 'Nachricht senden' },
    { keys: ['Umschalt', 'Enter'], does: 'Neue Zeile' },
    { keys: ['Esc'], does: 'Chat verkleinern' },
  ],
};

const queueLetters = (canDecide: boolean): KeyGroup => ({
  label: 'In den Anträgen',
  keys: [
    { keys: ['J'], does: 'Nächster Antrag' },
    { keys: ['K'], does: 'Voriger Antrag' },
    ...when(
      canDecide,
      { keys: ['X'], does: 'In die Auswahl nehmen' },
      { keys: ['Esc'], does: 'Auswahl aufheben' },
    ),
    { keys: ['Enter'], does: 'Öffnen' },
    ...when(
      canDecide,
      { keys: ['A'], does: 'Genehmigen' },
      { keys: ['R'], does: 'Ablehnen' },
      { keys: [MODIFIER_KEY, 'Enter'], does: 'Grund senden' },
    ),
  ],
});

const deskLetters = (canSolve: boolean): KeyGroup => ({
  label: 'In den Chats',
  keys: [
    { keys: ['J'], does: 'Nächster Chat' },
    { keys: ['K'], does: 'Voriger Chat' },
    ...when(canSolve, { keys: ['G'], does: 'Gelöst, weiter zum nächsten' }),
  ],
});

const DESK_REPLY: KeyGroup = {
  label: 'Beim Antworten',
  keys: [
    { keys: ['Enter'], does: 'Senden' },
    { keys: ['Umschalt', 'Enter'], does: 'Neue Zeile' },
    { keys: ['/'], does: 'Textbaustein suchen' },
    { keys: ['Esc'], does: 'Zurück zu den Chats' },
  ],
};

const RETURNS: KeyGroup = {
  label: 'Im Feld der Rendite',
  keys: [
    { keys: ['↑'], does: '0,1 Prozentpunkte mehr' },
    { keys: ['↓'], does: '0,1 Prozentpunkte weniger' },
  ],
};

/**
 * What the keyboard does on the page that one is on. Letters that are switched off do nothing, nor do keys for what one may not
 * do, so they are not there.
 */
export function keysOf(
  { pathname, search }: { pathname: string; search: string },
  may: (operation: AdminOperation) => boolean,
): KeyGroup[] {
  if (!pathname.startsWith(urls.admin)) return [EVERYWHERE, CHAT];
  const letters = areLetterKeysOn();
  if (pathname === urls.adminSupport)
    return [
      EVERYWHERE,
      ...when(letters, deskLetters(may('supportDesk.setStatus'))),
      ...when(may('supportDesk.reply'), DESK_REPLY),
    ];
  if (pathname !== urls.admin) return [EVERYWHERE];
  return new URLSearchParams(search).get('ansicht') === 'rendite'
    ? [EVERYWHERE, ...when(may('admin.applyReturn'), RETURNS)]
    : [EVERYWHERE, ...when(letters, queueLetters(may('admin.decideDeposits')))];
}

function when<T>(is: boolean, ...parts: T[]): T[] {
  return is ? parts : [];
}
