/** What the assistant knows about the account itself and about who stands behind the platform. */
import { PASSWORD_MIN_LENGTH } from '@botdepot/contract';
import { whoAnswers } from './calm-answers.ts';
import type { Topic } from './topic.ts';

export const ACCOUNT_TOPICS: readonly Topic[] = [
  {
    id: 'statement',
    questions: [
      'Wo finde ich meinen Kontoauszug?',
      'Kontoauszug drucken',
      'Wie bekomme ich einen Kontoauszug?',
      'Wo sehe ich meine Buchungen?',
      'Woher kommt diese Buchung?',
      'Warum hat sich mein Guthaben geändert?',
      'Mein Guthaben stimmt nicht',
      'Mein Guthaben ist falsch',
      'Wo sehe ich, was gebucht wurde?',
      'Kann ich die Transaktionen als Excel haben?',
    ],
    answer:
      'Öffnen Sie „Wallet“, „Transaktionen“: Dort stehen alle Ihre Buchungen, und „Kontoauszug“ führt zu einer Seite je Monat, die Sie drucken oder als PDF speichern können.',
  },
  {
    id: 'password',
    questions: [
      'Wie ändere ich mein Passwort?',
      'Ich habe mein Passwort vergessen',
      'Ich kann mich nicht anmelden',
      'Ich kann mich nicht einloggen',
      'Ich komme nicht mehr rein',
      'Kennwort ändern',
      'Login geht nicht',
      'Wie lang muss ein Passwort sein?',
    ],
    answer: `Angemeldet ändern Sie es unter „Einstellungen“, „Sicherheit“. Wenn Sie es vergessen haben, hilft „Passwort vergessen“ auf der Anmeldeseite, wenn diese Plattform E-Mails versenden kann. Ein Passwort hat mindestens ${PASSWORD_MIN_LENGTH} Zeichen.`,
  },
  {
    id: 'passkeys',
    questions: [
      'Passkey löschen',
      'Was ist ein Passkey?',
      'Wie richte ich einen Passkey ein?',
      'Kann ich mich mit Fingerabdruck anmelden?',
    ],
    answer:
      'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an. Unter „Einstellungen“, „Sicherheit“ legen Sie ihn an und löschen ihn auch wieder; danach öffnet er Ihr Konto nicht mehr.',
  },
  {
    id: 'second-factor',
    questions: [
      'Wie richte ich die Anmeldung in zwei Schritten ein?',
      'Wie richte ich die Zwei-Faktor-Anmeldung ein?',
      'Wie kann ich 2FA aktivieren oder ausschalten?',
      'Ist mein Konto sicher?',
      'Auf welchen Geräten bin ich angemeldet?',
      'Wie lösche ich ein Gerät oder eine Sitzung?',
      'Ich habe mein Handy verloren und keinen Code',
      'Ich habe ein neues Handy',
      'Die Codes sind weg',
      'Ich habe ein neues Handy und die Codes sind weg',
      'Mein Konto wurde gehackt',
    ],
    answer:
      'Unter „Einstellungen“, „Sicherheit“ richten Sie die Anmeldung in zwei Schritten ein, bekommen neue Ersatzcodes, schalten sie aus und sehen, auf welchen Geräten Sie angemeldet sind; dort melden Sie ein Gerät auch ab. Ohne Ihr Gerät melden Sie sich mit einem der Ersatzcodes an, die Sie beim Einrichten gespeichert haben.',
  },
  {
    id: 'account',
    questions: [
      'Wie ändere ich meine E-Mail-Adresse?',
      'Wie ändere ich meinen Namen?',
      'Name ändern',
      'Wo finde ich mein Profil?',
      'Ich habe eine neue Mailadresse',
      'Neue E-Mail-Adresse',
    ],
    answer:
      'Name und E-Mail-Adresse ändern Sie unter „Einstellungen“, „Account“; die Adresse nur, wenn diese Plattform E-Mails versenden kann. Ihr Profil öffnen Sie oben rechts im Menü.',
  },
  {
    id: 'account-delete',
    questions: [
      'Wie lösche ich mein Konto?',
      'Konto löschen',
      'Account löschen oder deaktivieren',
      'Wie kündige ich mein Konto?',
      'Ich möchte kündigen',
      'Wie funktioniert die Kündigung?',
      'Konto schließen',
      'Was geschieht, wenn ich mein Konto lösche?',
      'Wie werden meine Daten gelöscht?',
      'Ich möchte alles löschen',
      'Wie lösche ich mein Profil?',
      'Ich will mich abmelden und alles löschen',
      'Ich kündige fristlos',
    ],
    answer:
      'Öffnen Sie oben rechts im Menü „Profil“ und wählen Sie „Konto löschen“. Vorher sehen Sie, was geschieht: Alle laufenden Bots werden beendet, offene Anträge storniert, Ihr Guthaben fällt an das Haus, und Ihre persönlichen Daten werden gelöscht. Es ist Spielgeld und wird nicht ausgezahlt. Rückgängig machen lässt sich das nicht.',
  },
  {
    id: 'chat-delete',
    questions: [
      'Wie lösche ich den Chatverlauf?',
      'Kann ich einen Chat löschen?',
      'Gespräch löschen',
      'Wie beende oder schließe ich den Chat?',
      'Wo finde ich meine alten Chats?',
    ],
    answer:
      'Einen Chat beenden Sie in seinem Fenster mit „Chat beenden“; frühere stehen unter „Support“. Einzeln löschen lässt sich ein Chat nicht, er wird mit Ihrem Konto gelöscht.',
  },
  {
    id: 'own-data',
    questions: [
      'Wie lade ich meine Daten herunter?',
      'Welche Daten speichern Sie über mich?',
      'Was ist mit dem Datenschutz?',
      'Ich möchte meine Daten herunterladen',
    ],
    answer:
      'Unter „Einstellungen“, „Account“ laden Sie alles herunter, was wir über Sie gespeichert haben. Wie wir damit umgehen, steht unter „Datenschutz“ am Ende jeder Seite.',
  },
  {
    id: 'notifications',
    questions: [
      'Wie stelle ich die Benachrichtigungen ein?',
      'Benachrichtigungen ausschalten oder abschalten',
      'Wo finde ich meine Benachrichtigungen?',
      'Ich möchte keine E-Mails mehr bekommen',
      'Ich bekomme zu viele E-Mails',
    ],
    answer:
      'Die neuesten sehen Sie über die Glocke oben. Unter „Einstellungen“, „Benachrichtigungen“ wählen Sie für jedes Ereignis, ob Sie in der App oder per E-Mail davon erfahren. Zwei lassen sich nicht ganz abschalten: Korrekturen und manuelle Renditen stehen immer in der App, und von der Sicherheit Ihres Kontos erfahren Sie immer per E-Mail oder, wenn diese Plattform keine versenden kann, in der App.',
  },
  {
    id: 'language',
    questions: [
      'Kann ich die Sprache ändern?',
      'Gibt es die Seite auf Englisch?',
      'Do you speak English?',
      'Gibt es das auch auf Türkisch?',
    ],
    answer: 'Die Plattform gibt es nur auf Deutsch, und auch ich antworte auf Deutsch.',
  },
  {
    id: 'appearance',
    questions: [
      'Wie stelle ich die dunkle Darstellung ein?',
      'Gibt es einen Dunkelmodus?',
      'Dark Mode',
      'Kann ich die Farben für Gewinn und Verlust ändern?',
    ],
    answer:
      'Unter „Einstellungen“, „Präferenzen“ wählen Sie helle oder dunkle Darstellung und die Farben für Gewinn und Verlust.',
  },
  {
    id: 'operator',
    questions: [
      'Welche Firma betreibt die Plattform?',
      'Was steckt dahinter?',
      'Impressum',
      'Sind Sie von der BaFin zugelassen?',
      'Wem gehört die Seite?',
      'In welchem Land sitzen Sie?',
      'Wer kontrolliert Sie?',
      'Wo sitzt die Firma?',
    ],
    answer:
      'Wer diese Plattform betreibt, steht im Impressum am Ende jeder Seite. Gehandelt wird hier nur mit Spielgeld.',
  },
  {
    id: 'human-time',
    questions: [
      'Wann antwortet mir jemand?',
      'Wie lange dauert eine Antwort?',
      'Wer sind Sie?',
      'Bist du ein Bot?',
      'Bist du eine KI oder ein Roboter?',
      'Bist du ein Mensch?',
      'Sind Sie ein echter Mensch?',
      'Spreche ich mit einem Menschen?',
      'Schreibe ich hier mit einem echten Menschen?',
      'Mit wem spreche oder schreibe ich hier?',
      'Mit wem chatte ich?',
      'Ich brauche Hilfe',
      'Wie erreiche ich Sie?',
      'Ich möchte mich beschweren',
      'Wann haben Sie geöffnet?',
      'Kann ich Sie anrufen?',
    ],
    answer: whoAnswers,
  },
];
