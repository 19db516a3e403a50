import { fromWire, inUsd, inUsdt } from '@botdepot/money';
import { ERRORS, type ErrorCode } from './errors.ts';
import { isolated } from './isolated.ts';

type GermanMessage = string | ((data: Record<string, string>) => string);

const usdt = (amount: string | undefined): string => inUsdt(fromWire(amount ?? '0'));
const limit = (amount: string | undefined, unit: string | undefined): string =>
  unit === 'USD' ? inUsd(fromWire(amount ?? '0')) : usdt(amount);

/** `2026-11-21` as it is written in German. */
const day = (iso: string): string => iso.split('-').reverse().join('.');

const WHEN = new Intl.DateTimeFormat('de-DE', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Berlin',
});

const DECISIONS: Partial<Record<string, string>> = { approved: 'genehmigt', rejected: 'abgelehnt' };

/** Says who was faster, as far as the API told. */
function alreadyDecided(status: string | undefined, at: string | undefined, by: string | undefined): string {
  if (status === undefined || at === undefined) return 'Darüber wurde schon entschieden.';
  const when = `am ${WHEN.format(new Date(at))}\u00a0Uhr`;
  const decision = DECISIONS[status];
  if (decision === undefined) return `Der Kunde hat den Antrag ${when} selbst storniert.`;
  return by === undefined
    ? `Darüber wurde schon entschieden: ${when} ${decision}.`
    : `${by} war schneller und hat ${when} ${decision}.`;
}

/** A missing German message is a compile error. Short, calm, and what to do next. */
export const GERMAN_ERRORS: Record<ErrorCode, GermanMessage> = {
  UNAUTHENTICATED: 'Bitte melden Sie sich an.',
  FORBIDDEN: 'Dafür fehlt Ihnen die Berechtigung.',
  OUTSIDE_FIELD: 'Das gehört nicht zu Ihrem Bereich. Das kann ein Administrator, der alles darf.',
  FOREIGN_ORIGIN: 'Die Anfrage kam von einer anderen Website und wurde abgewiesen.',
  REAUTHENTICATION_REQUIRED: 'Bitte bestätigen Sie zuerst, dass Sie es sind.',
  SECOND_FACTOR_REQUIRED:
    'Dafür brauchen Sie die Anmeldung in zwei Schritten. Richten Sie sie in den Einstellungen unter „Sicherheit“ ein.',
  SECOND_FACTOR_UNREADABLE:
    'Ihre Anmeldung in zwei Schritten lässt sich hier nicht mehr prüfen. Bitte schreiben Sie dem Betreiber. Die Anschrift steht im Impressum.',
  NOT_FOUND: 'Das gibt es hier nicht.',
  BAD_REQUEST: 'Bitte prüfen Sie Ihre Eingabe.',
  UNSUPPORTED_MEDIA_TYPE: 'Die Anfrage hat ein falsches Format.',
  UNSUPPORTED_CHARSET: 'Die Anfrage muss in UTF-8 geschrieben sein.',
  UNSUPPORTED_CONTENT_ENCODING: 'Die Anfrage muss ungepackt kommen.',
  DUPLICATE_FIELD: 'Die Anfrage nennt dieselbe Angabe zweimal.',
  PAYLOAD_TOO_LARGE: 'Die Anfrage ist zu groß.',
  METHOD_NOT_ALLOWED: 'Diese Anfrage ist hier nicht möglich.',
  TOO_MANY_REQUESTS: 'Zu viele Anfragen. Bitte warten Sie einen Moment.',
  IDEMPOTENCY_KEY_REQUIRED: 'Die Anfrage ist unvollständig. Bitte laden Sie die Seite neu.',
  IDEMPOTENCY_KEY_REUSED:
    'Die Anfrage wurde schon mit anderen Angaben gesendet. Bitte laden Sie die Seite neu.',
  DEPOSIT_NOT_FOUND: 'Diese Einzahlung gibt es nicht.',
  WITHDRAWAL_NOT_FOUND: 'Diese Auszahlung gibt es nicht.',
  INVESTMENT_NOT_FOUND: 'Diese Anlage gibt es nicht.',
  TRANSFER_NOT_FOUND: 'Diese Buchung gibt es nicht.',
  ALREADY_DECIDED: ({ status, at, by }) => alreadyDecided(status, at, by),
  REQUEST_CLAIMED: ({ by }) =>
    `Daran arbeitet gerade ${by ?? 'jemand anderes'}. Sie können den Antrag übernehmen.`,
  OWN_REQUEST: 'Über Ihren eigenen Antrag kann nur ein anderer Administrator entscheiden.',
  CUSTOMER_LOCKED:
    'Das Konto ist gesperrt. Ausgezahlt wird erst, wenn die Sperre aufgehoben ist oder zwei Personen ausdrücklich trotz Sperre zustimmen.',
  WITHDRAWAL_HELD:
    'Diese Auszahlung ist angehalten. Darüber entscheidet erst jemand, wenn das Anhalten beendet ist.',
  WITHDRAWAL_NOT_HELD: 'Diese Auszahlung ist nicht angehalten.',
  INSUFFICIENT_BALANCE: ({ available }) => `Nicht genügend Guthaben. Verfügbar sind ${usdt(available)}.`,
  INSUFFICIENT_WALLET_BALANCE: ({ available }) =>
    `Nicht genügend Guthaben im Wallet. Verfügbar sind ${usdt(available)}.`,
  AMOUNT_BELOW_MINIMUM: ({ minimum, unit }) => `Der Betrag muss mindestens ${limit(minimum, unit)} betragen.`,
  AMOUNT_ABOVE_MAXIMUM: ({ maximum, unit }) => `Der Betrag darf höchstens ${limit(maximum, unit)} betragen.`,
  TOO_MANY_OPEN_REQUESTS: ({ kind, limit }) =>
    `Sie haben schon ${limit} offene ${kind === 'withdrawal' ? 'Auszahlungen' : 'Einzahlungen'}. Sobald eine entschieden oder storniert ist, geht es weiter.`,
  REAL_NETWORK_ADDRESS:
    'Diese Adresse gehört zu einem echten Netz. Hier gibt es nur Spielgeld, deshalb nehmen wir nur Spielgeld-Adressen an.',
  NOT_A_PLAY_MONEY_ADDRESS:
    'Das ist keine unserer Spielgeld-Adressen. Bitte prüfen Sie, ob sie vollständig und richtig geschrieben ist.',
  ADDRESS_OF_OTHER_CURRENCY: 'Diese Adresse gehört zu einer anderen Währung.',
  ADDRESS_UNAVAILABLE: 'Es gibt gerade keine Adresse. Bitte versuchen Sie es gleich noch einmal.',
  BOT_NOT_AVAILABLE: 'Dieser Bot kann im Moment nicht gestartet werden.',
  BACKTEST_PERIOD_UNAVAILABLE: ({ firstDay, lastDay }) =>
    firstDay && lastDay
      ? `Für diesen Zeitraum gibt es keine Kurse. Vorhanden sind sie vom ${day(firstDay)} bis zum ${day(lastDay)}.`
      : 'Für diesen Zeitraum gibt es keine Kurse.',
  BACKTEST_SYMBOLS_NOT_TRADED: ({ symbols }) => `Diese Märkte handelt der Bot nicht: ${symbols ?? ''}.`,
  BACKTEST_RUNNING: 'Einer Ihrer Rücktests läuft schon. Bitte warten Sie, bis er fertig ist.',
  BACKTEST_UNFINISHED:
    'Dieser Rücktest ist nicht zu Ende gekommen, meist weil er zu lange dauert oder zu viel Speicher braucht. Bitte versuchen Sie es mit einem kürzeren Zeitraum oder weniger Märkten.',
  INVESTMENT_STOPPED: 'Diese Anlage ist schon beendet.',
  OWN_ACCOUNT: 'Auf Ihr eigenes Konto kann nur ein anderer Administrator buchen.',
  SECOND_ADMIN_REQUIRED: ({ thresholdUsd, togetherUsd }) =>
    togetherUsd === undefined
      ? `Ab ${usdt(thresholdUsd)} braucht es eine zweite Person.`
      : `Zusammen mit Ihren Buchungen der letzten 24 Stunden: ${usdt(togetherUsd)}, ab ${usdt(thresholdUsd)} braucht es eine zweite Person.`,
  SECOND_ADMIN_TOO_NEW:
    'Sie sind erst seit Kurzem Administrator oder wieder entsperrt. Freigeben können Sie, wenn das 24 Stunden her ist.',
  FOUR_EYES_OFF: 'Das Vier-Augen-Prinzip gilt gerade nicht, eine Person genügt.',
  APPROVAL_NOT_FOUND: 'Diese Vorlage gibt es nicht.',
  APPROVAL_PENDING: 'Das liegt schon zur Freigabe vor.',
  APPROVAL_DECIDED: 'Diese Vorlage ist nicht mehr offen.',
  APPROVAL_REQUESTER_GONE: 'Wer das vorgelegt hat, ist nicht mehr Administrator.',
  THRESHOLD_UNCHANGED: 'Dieser Schwellenwert gilt schon.',
  WALLET_CORRECTION_INCOMPLETE: 'Email und Betrag erforderlich',
  USER_NOT_FOUND: 'Zu dieser E-Mail-Adresse gibt es kein Konto.',
  BALANCE_NEGATIVE: ({ available }) =>
    `Balance kann nicht negativ werden. Verfügbar sind ${usdt(available)}.`,
  RETURN_WITHOUT_EFFECT: ({ before, after }) =>
    `Diese Rendite lässt sich nicht buchen: vorher ${usdt(before)}, nachher ${usdt(after)}.`,
  SUPPORT_CHAT_NOT_FOUND: 'Diesen Chat gibt es nicht.',
  SUPPORT_CHAT_RESOLVED: 'Dieser Chat ist beendet. Bitte beginnen Sie einen neuen.',
  SUPPORT_STATUS_UNCHANGED: 'Der Chat hat diesen Status schon.',
  SUPPORT_CHAT_OPEN_ELSEWHERE: 'Der Kunde hat schon einen anderen offenen Chat.',
  SUPPORT_CHAT_ASSIGNED: ({ assignee }) => `Diesen Chat bearbeitet inzwischen ${assignee}.`,
  TEAM_MEMBER_NOT_FOUND: 'Diese Person gehört nicht zum Team.',
  TEXT_BLOCK_NOT_FOUND: 'Diesen Textbaustein gibt es nicht mehr.',
  TEXT_BLOCK_CHANGED: 'Jemand hat diesen Textbaustein inzwischen geändert.',
  TEXT_BLOCK_NAME_TAKEN: 'Dieses Kürzel hat dort schon ein anderer Textbaustein.',
  TOO_MANY_TEXT_BLOCKS: 'Mehr Textbausteine gehen nicht. Löschen Sie zuerst einen, den niemand mehr braucht.',
  SUPPORT_NOTE_NOT_FOUND: 'Diese Notiz gibt es nicht, oder sie ist nicht von Ihnen.',
  TOO_MANY_NOTES: 'Zu diesem Chat gibt es schon sehr viele Notizen. Bitte löschen Sie zuerst eine.',
  MAIL_UNAVAILABLE: 'Diese Plattform kann keine E-Mails versenden.',
  BOT_PAUSED: ({ by }) => `Diesen Bot hat ${by ?? 'jemand anderes'} schon angehalten.`,
  BOT_SERIES_OVER: 'Die Reihe des Bots, um die es ging, ist zu Ende.',
  BOT_NOT_PAUSED: 'Dieser Bot ist nicht angehalten.',
  EVENT_NOT_FOUND: 'Diesen Termin gibt es nicht.',
  EVENT_BEGUN: 'Dieser Termin hat begonnen oder beginnt in den nächsten fünf Minuten und bleibt, wie er ist.',
  EVENT_CANCELLED: 'Dieser Termin ist schon abgesagt.',
  EVENT_BEGINS_TOO_SOON:
    'Ein Termin muss eingetragen sein, bevor er beginnt: Bitte wählen Sie einen Beginn in mindestens fünf Minuten.',
  EVENT_WINDOW_INVALID:
    'Ein Termin dauert zwischen einer Minute und 24 Stunden und liegt in den nächsten zwei Jahren.',
  EVENT_OVERLAPS: ({ name }) =>
    name === undefined
      ? 'Dieser Termin überschneidet sich mit einem anderen.'
      : `Dieser Termin überschneidet sich mit „${name}“.`,
  MAIL_NOT_SENT: 'Die E-Mail konnte nicht gesendet werden. Bitte versuchen Sie es später noch einmal.',
  CUSTOMER_NOT_LOCKED: 'Dieses Konto ist nicht mehr gesperrt.',
  CUSTOMER_NOT_FOUND: 'Dieses Konto gibt es nicht mehr.',
  OWN_ACCESS: 'Ihren eigenen Zugang kann nur ein anderer Administrator ändern.',
  ACCESS_UNCHANGED: 'Das ist schon geschehen. Hier steht jetzt der neue Stand.',
  ACCOUNT_LOCKED: 'Dieses Konto ist gesperrt.',
  EMAIL_CHANGED_LATELY:
    'Ihre E-Mail-Adresse wurde in den letzten 72\u00a0Stunden geändert. So lange lässt sich die Änderung rückgängig machen, und das Konto bleibt. Danach können Sie es löschen.',
  LAST_ADMIN:
    'Sie sind der letzte Administrator. Machen Sie zuerst jemand anderen zum Administrator, dann können Sie Ihr Konto löschen.',
  ACCOUNT_CLOSED: 'Dieses Konto wurde gelöscht.',
  OWN_BOT_NOT_FOUND: 'Diesen Bot gibt es nicht.',
  OWN_BOT_CHANGED:
    'Dieser Bot wurde inzwischen woanders geändert. Laden Sie die Seite neu, um den neuen Stand zu sehen.',
  OWN_BOT_LIMIT: ({ limit, kind }) => `Sie haben schon ${limit} ${kind}.`,
  OWN_BOT_NOT_CERTIFIED:
    'Dieser Bot hat noch kein Zertifikat. Es entsteht, wenn Sie sein Ergebnis prüfen lassen.',
  OWN_BOT_ORDER_NOT_FOUND: 'Diesen Auftrag gibt es nicht.',
  OWN_BOT_ORDER_DECIDED: 'Dieser Auftrag ist schon ausgeführt oder wird es gerade.',
  OWN_BOT_BARRED: 'Mit diesem Konto lassen sich zurzeit keine eigenen Bots starten.',
  OWN_BOTS_FULL:
    'Gerade laufen hier so viele eigene Bots, wie möglich sind. Bitte versuchen Sie es später noch einmal.',
  OWN_BOT_HELD: 'Das ist schon angehalten.',
  OWN_BOT_NOT_HELD: 'Das ist nicht angehalten.',
  OWN_BOTS_OFF: 'Eigene Bots sind auf dieser Plattform abgeschaltet.',
  OWN_BOT_STATE: ({ status }) => `Das geht im Zustand „${status}“ nicht.`,
  TEST_PERIOD_OPENED: 'Sie haben den Prüfzeitraum dieser Kurse schon geöffnet. Das geht nur einmal.',
  RULE_INVALID: ({ problem }) => `Die Regel ist noch nicht vollständig: ${problem}.`,
  RULE_UNITS_DIFFER: ({ left, right }) => `${left} und ${right} lassen sich nicht vergleichen.`,
  RULE_TOO_LARGE: ({ limit, kind }) => `Zu viel für eine Regel: höchstens ${limit} ${kind}.`,
  RULE_WARM_UP_TOO_LONG: ({ bars }) =>
    `Diese Regel braucht ${bars} Kerzen Vorlauf, höchstens 4.000 sind möglich.`,
  CANDLES_UNAVAILABLE: 'Für diesen Zeitraum gibt es keine Kurse.',
  PRICES_STALE: 'Kurse veraltet. Es wurde nichts gebucht. Bitte versuchen Sie es gleich noch einmal.',
  UNAVAILABLE: 'Der Dienst ist kurz nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  INTERNAL: ({ reference }) => `Ein unerwarteter Fehler ist aufgetreten. Kennung: ${reference ?? '–'}`,
};

/** The German text of an error as the API answered it. Unknown codes read as an unexpected error. */
export function germanMessage(code: string, data: unknown): string {
  const known = code in ERRORS ? GERMAN_ERRORS[code as ErrorCode] : undefined;
  if (known === undefined) return 'Ein unerwarteter Fehler ist aufgetreten.';
  if (typeof known === 'string') return known;
  const texts: Record<string, string> = {};
  if (typeof data === 'object' && data !== null)
    for (const [key, value] of Object.entries(data))
      if (typeof value === 'string') texts[key] = isolated(value);
  return known(texts);
}
