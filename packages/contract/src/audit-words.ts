import { ADMIN_FIELD_WORDS, ADMIN_FIELDS } from './kinds.ts';

/**
 * German words for everything that the audit log can say. What is not here cannot be written: `writeAudit` takes these
 * actions, subjects and fields only. A new action gets its words here, in the commit that writes it.
 *
 * Fields are sealed into the chain of the log for ever. So none of them may hold free text, an address, a name or anything
 * else that an erased account must not leave behind: such things belong into `reason`, which is sealed by its hash only.
 */
export const AUDIT_SUBJECTS = {
  user: 'Konto',
  wallet: 'Wallet',
  deposit: 'Einzahlung',
  withdrawal: 'Auszahlung',
  investment: 'Anlage',
  support_chat: 'Support-Chat',
  text_block: 'Textbaustein',
  bot: 'Bot',
  own_bot: 'Eigener Bot',
  trading_event: 'Termin',
  reconciliation: 'Abgleich',
  approval: 'Freigabe',
  four_eyes: 'Vier-Augen-Prinzip',
} as const;
export type AuditSubject = keyof typeof AUDIT_SUBJECTS;

export const AUDIT_ACTIONS = {
  'deposit.request': 'Einzahlung angelegt',
  'deposit.cancel': 'Einzahlung storniert',
  'deposit.approve': 'Einzahlung genehmigt',
  'deposit.reject': 'Einzahlung abgelehnt',
  'withdrawal.request': 'Auszahlung beantragt',
  'withdrawal.cancel': 'Auszahlung storniert',
  'withdrawal.approve': 'Auszahlung genehmigt',
  'withdrawal.reject': 'Auszahlung abgelehnt',
  'withdrawal.hold': 'Auszahlung angehalten',
  'withdrawal.end_hold': 'Anhalten der Auszahlung beendet',
  'request.claim': 'Antrag in Bearbeitung genommen',
  'request.take_over': 'Antrag übernommen',
  'wallet.correct': 'Wallet korrigiert',
  'wallet.close': 'Wallet geschlossen',
  'bot.start': 'Bot gestartet',
  'bot.stop': 'Bot beendet',
  'bot.manual_return': 'Manuelle Rendite gebucht',
  'bot.pause': 'Bot angehalten',
  'bot.resume': 'Bot fortgesetzt',
  'own_bot.order_start': 'Start eines eigenen Bots beauftragt',
  'own_bot.order_stop': 'Ende eines eigenen Bots beauftragt',
  'own_bot.cancel_order': 'Auftrag eines eigenen Bots zurückgenommen',
  'own_bot.expire_order': 'Auftrag eines eigenen Bots verfallen',
  'own_bot.start': 'Eigener Bot gestartet',
  'own_bot.stop': 'Eigener Bot beendet',
  'own_bot.hold': 'Handel eigener Bots angehalten',
  'own_bot.release': 'Handel eigener Bots fortgesetzt',
  'own_bot.set_quota': 'Grenzen für eigene Bots geändert',
  'calendar.create': 'Termin eingetragen',
  'calendar.move': 'Termin verschoben',
  'calendar.cancel': 'Termin abgesagt',
  'support.start': 'Chat begonnen',
  'support.escalate': 'Chat an einen Menschen gegeben',
  'support.close': 'Chat beendet',
  'support.reply': 'Im Chat geantwortet',
  'support.set_status': 'Chat-Status geändert',
  'support.set_assignee': 'Chat zugewiesen',
  'support.create_note': 'Interne Notiz geschrieben',
  'support.delete_note': 'Interne Notiz gelöscht',
  'support.transcript': 'Gesprächsverlauf abgerufen',
  'support.save_text_block': 'Textbaustein geschrieben',
  'support.move_text_block': 'Textbaustein verschoben',
  'support.delete_text_block': 'Textbaustein gelöscht',
  'approval.request': 'Zur Freigabe vorgelegt',
  'approval.approve': 'Als zweite Person freigegeben',
  'approval.reject': 'Freigabe abgelehnt',
  'approval.withdraw': 'Vorlage zurückgezogen',
  'approval.fail': 'Freigegeben, aber nicht mehr ausführbar',
  'approval.end': 'Ohne Entscheidung beendet',
  'approval.expire': 'Vorlage verfallen',
  'four_eyes.set_threshold': 'Schwelle für vier Augen geändert',
  'user.role_changed': 'Rolle geändert',
  'user.email_changed': 'E-Mail-Adresse geändert',
  'user.email_change_undone': 'Änderung der E-Mail-Adresse rückgängig gemacht',
  'user.signed_in': 'Angemeldet',
  'user.signed_out': 'Abgemeldet',
  'user.sign_in_failed': 'Falsches Passwort',
  'user.sign_in_blocked': 'Anmeldung abgewiesen',
  'user.second_factor_failed': 'Falscher Code',
  'user.second_factor_on': 'Anmeldung in zwei Schritten eingeschaltet',
  'user.second_factor_off': 'Anmeldung in zwei Schritten ausgeschaltet',
  'user.password_changed': 'Passwort geändert',
  'user.password_reset': 'Neues Passwort über einen Link',
  'user.passkey_added': 'Passkey hinzugefügt',
  'user.passkey_removed': 'Passkey entfernt',
  'user.identity_linked': 'Zugang verbunden',
  'user.identity_unlinked': 'Zugang getrennt',
  'user.export': 'Eigene Daten heruntergeladen',
  'user.lock': 'Konto gesperrt',
  'user.unlock': 'Sperre aufgehoben',
  'user.end_sessions': 'Sitzungen beendet',
  'user.reset_second_factor': 'Anmeldung in zwei Schritten zurückgesetzt',
  'user.delete': 'Konto gelöscht',
  'reconciliation.start': 'Abgleich gestartet',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** How a field is written: an amount in USDT, an id, a person's id, a word of `AUDIT_VALUES`, a moment, or as it is. */
export type AuditFieldKind = 'amount' | 'id' | 'person' | 'word' | 'percent' | 'time' | 'plain';

export const AUDIT_FIELDS = {
  status: { label: 'Status', kind: 'word' },
  role: { label: 'Rolle', kind: 'word' },
  adminField: { label: 'Bereich', kind: 'word' },
  locked: { label: 'Gesperrt', kind: 'word' },
  held: { label: 'Angehalten', kind: 'word' },
  overridesLock: { label: 'Trotz Sperre', kind: 'word' },
  sessions: { label: 'Sitzungen', kind: 'plain' },
  botType: { label: 'Bot', kind: 'word' },
  botNumber: { label: 'Nummer des Bots', kind: 'plain' },
  version: { label: 'Fassung', kind: 'plain' },
  orderId: { label: 'Auftrag', kind: 'id' },
  ownBotsLive: { label: 'Eigene Bots zugleich', kind: 'plain' },
  ownBotsCapital: { label: 'Kapital in eigenen Bots', kind: 'amount' },
  ownBotsBarred: { label: 'Gesperrt für eigene Bots', kind: 'word' },
  cryptoCurrency: { label: 'Währung', kind: 'plain' },
  amountUsd: { label: 'Betrag', kind: 'amount' },
  available: { label: 'Verfügbar', kind: 'amount' },
  units: { label: 'Anteile', kind: 'plain' },
  nav: { label: 'Anteilswert', kind: 'plain' },
  percent: { label: 'Rendite', kind: 'percent' },
  transferId: { label: 'Buchung', kind: 'id' },
  messageId: { label: 'Nachricht', kind: 'id' },
  noteId: { label: 'Notiz', kind: 'id' },
  assignedTo: { label: 'Zuständig', kind: 'person' },
  kind: { label: 'Art', kind: 'word' },
  thresholdUsd: { label: 'Schwelle', kind: 'amount' },
  depositThresholdUsd: { label: 'Schwelle für Einzahlungen', kind: 'amount' },
  requestedBy: { label: 'Vorgelegt von', kind: 'person' },
  claimedBy: { label: 'In Bearbeitung bei', kind: 'person' },
  startsAt: { label: 'Beginn', kind: 'time' },
  endsAt: { label: 'Ende', kind: 'time' },
  eventId: { label: 'Vorheriger Termin', kind: 'id' },
} as const satisfies Record<string, { label: string; kind: AuditFieldKind }>;
export type AuditField = keyof typeof AUDIT_FIELDS;

/** What a row says of its subject before or after. */
export type AuditFacts = { readonly [Field in AuditField]?: string | number | boolean | null };

/** Words for values that are codes. What is not here is shown as it is. */
export const AUDIT_VALUES: Readonly<Record<string, string>> = {
  pending: 'in Prüfung',
  approved: 'genehmigt',
  rejected: 'abgelehnt',
  cancelled: 'storniert',
  withdrawn: 'zurückgezogen',
  expired: 'verfallen',
  failed: 'gescheitert',
  deposit: 'Einzahlung',
  withdrawal: 'Auszahlung',
  correction: 'Wallet-Korrektur',
  manual_return: 'Manuelle Rendite',
  manual_returns: 'Manuelle Renditen',
  bot_pause: 'Bot anhalten',
  threshold: 'Schwelle',
  waiting: 'wartet',
  executed: 'ausgeführt',
  start: 'Start',
  stop: 'Ende',
  active: 'aktiv',
  inactive: 'beendet',
  escalated: 'eskaliert',
  resolved: 'gelöst',
  user: 'Benutzer',
  admin: 'Administrator',
  ...Object.fromEntries(ADMIN_FIELDS.map((field) => [field, ADMIN_FIELD_WORDS[field].label])),
  smartbot: 'SmartBot',
  turbobot: 'TurboBot',
  newsbot: 'NewsBot',
  true: 'ja',
  false: 'nein',
};

/** Reasons that the platform gives itself. Everything else in `reason` was written by a person. */
export const AUDIT_REASONS: Readonly<Record<string, string>> = {
  'own bot used up': 'Das Kapital des Bots ist aufgebraucht.',
  'account ended': 'Das Konto wurde gelöscht.',
  'portfolio used up': 'Das Portfolio des Bots ist aufgebraucht.',
  asked: 'Der Kunde wollte mit einem Menschen sprechen.',
  unanswered: 'Der Assistent konnte zweimal nicht antworten.',
  late_deposit: 'Eine Einzahlung wartet länger als versprochen.',
  team: 'Das Team hat das Gespräch übernommen.',
  assistant_failed: 'Der Assistent ist ausgefallen.',
};

/** An action that this version does not know is shown by its name, never left out. */
export const auditActionText = (action: string): string =>
  (AUDIT_ACTIONS as Readonly<Record<string, string>>)[action] ?? action;

export const auditSubjectText = (subject: string): string =>
  (AUDIT_SUBJECTS as Readonly<Record<string, string>>)[subject] ?? subject;

/** Instead of the address of an account that is gone, in the log and everywhere else the team reads who it was. */
export const DELETED_ACCOUNT = 'gelöschtes Konto';
