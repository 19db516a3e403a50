/** What the platform tells people of, and how each of them may hear of it. */
import { type AdminOperation, mayUse } from './admin-fields.ts';
import type { AdminField } from './kinds.ts';

export const NOTIFICATION_EVENTS = [
  'deposit_decided',
  'withdrawal_decided',
  'bot_started_or_stopped',
  'bot_protection',
  'bot_operation',
  'wallet_correction',
  'support_reply',
  'security',
  'operations_alert',
  'approval',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** `always` cannot be switched off; the others say how it is until somebody chooses. */
export type Delivery = 'always' | 'on' | 'off';

export type NotificationEventFacts = {
  label: string;
  explanation: string;
  inApp: Delivery;
  byMail: Delivery;
  /** Only admins who may use this hear of it, and see it among their settings. */
  needs?: AdminOperation;
};

export const NOTIFICATION_EVENT_FACTS: Record<NotificationEvent, NotificationEventFacts> = {
  deposit_decided: {
    label: 'Einzahlungen',
    explanation: 'Ihre Einzahlung wurde gutgeschrieben, abgelehnt oder storniert.',
    inApp: 'on',
    byMail: 'on',
  },
  withdrawal_decided: {
    label: 'Auszahlungen',
    explanation: 'Ihre Auszahlung wurde ausgeführt, abgelehnt oder storniert.',
    inApp: 'on',
    byMail: 'on',
  },
  bot_started_or_stopped: {
    label: 'Bots starten und beenden',
    explanation: 'Sie haben einen Bot gestartet oder beendet.',
    inApp: 'on',
    byMail: 'off',
  },
  bot_protection: {
    label: 'Schutzregeln Ihrer Bots',
    explanation: 'Eine Schutzregel hat einen Bot, in den Sie investiert haben, pausiert oder aufgelöst.',
    inApp: 'on',
    byMail: 'on',
  },
  bot_operation: {
    label: 'Betrieb Ihrer Bots',
    explanation:
      'Der Betreiber hält einen Ihrer Bots an, lässt ihn wieder handeln oder ändert Ihre Grenzen für eigene Bots.',
    inApp: 'on',
    byMail: 'on',
  },
  wallet_correction: {
    label: 'Korrekturen und manuelle Renditen',
    explanation: 'Der Betreiber ändert Ihr Guthaben oder eine Anlage von Hand, immer mit Begründung.',
    inApp: 'always',
    byMail: 'on',
  },
  support_reply: {
    label: 'Antworten vom Support',
    explanation: 'Ein Mensch hat Ihnen im Chat geantwortet, und Sie haben es noch nicht gelesen.',
    inApp: 'on',
    byMail: 'on',
  },
  security: {
    label: 'Sicherheit Ihres Kontos',
    explanation:
      'Anmeldung von einem neuen Gerät; Passwort, E-Mail-Adresse, Passkey, verbundener Zugang oder Anmeldung in zwei Schritten geändert.',
    inApp: 'on',
    byMail: 'always',
  },
  operations_alert: {
    label: 'Alarm aus dem Betrieb',
    explanation: 'Der Abgleich hat eine Abweichung gefunden oder konnte nicht laufen.',
    inApp: 'always',
    byMail: 'on',
    needs: 'admin.getReconciliationRun',
  },
  approval: {
    label: 'Freigaben',
    explanation: 'Jemand braucht Ihre Freigabe, oder über Ihre Vorlage wurde entschieden.',
    inApp: 'on',
    byMail: 'on',
    needs: 'admin.requestApproval',
  },
};

/** In the app. What cannot be switched off by mail cannot be here, where no mail is sent: somebody must hear of it. */
export function inAppDelivery(event: NotificationEvent, mailPossible: boolean): Delivery {
  const { inApp, byMail } = NOTIFICATION_EVENT_FACTS[event];
  return !mailPossible && byMail === 'always' ? 'always' : inApp;
}

/**
 * What somebody hears of, in the order of the catalogue.
 * @param field of an admin; null for everybody else.
 */
export function notificationEventsFor(field: AdminField | null): NotificationEvent[] {
  return NOTIFICATION_EVENTS.filter((event) => {
    const { needs } = NOTIFICATION_EVENT_FACTS[event];
    return needs === undefined || mayUse(field, needs);
  });
}

/** Whether an event reaches somebody this way, given what they chose; undefined stands for no choice. */
export function isDelivered(delivery: Delivery, chosen: boolean | undefined): boolean {
  return delivery === 'always' || (chosen ?? delivery === 'on');
}
