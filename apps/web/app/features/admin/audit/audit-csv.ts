import {
  AUDIT_LIMITS,
  type AuditEntry,
  type AuditFilter,
  auditActionText,
  auditSubjectText,
} from '@botdepot/contract';
import { berlin } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { toast } from '../../../lib/toast.ts';
import type { CsvRows } from '../../../ui/csv-button.tsx';
import { loadAuditRows } from './audit.queries.ts';
import { factsText, reasonText } from './audit-facts.ts';
import { actorText, TOO_MANY } from './audit-texts.ts';

const HEAD = [
  'Nummer',
  'Zeit',
  'Vorgang',
  'Wer',
  'Kennung von wem',
  'Art',
  'Referenz',
  'Kennung',
  'Kunde',
  'Vorher',
  'Nachher',
  'Grund',
  'Anfrage',
  'Siegel',
];

/** The filtered rows as a table. What does not fit into one file is said, never left out silently. */
export async function auditRows(filter: AuditFilter): Promise<CsvRows | null> {
  const loaded = await loadAuditRows(filter);
  if (!loaded) {
    toast.info('Keine Datei', TOO_MANY.text);
    return null;
  }
  const { rows, isCut } = loaded;
  if (isCut)
    toast.info(
      'Datei gekürzt',
      `Sie enthält die neuesten ${formatCount(AUDIT_LIMITS.exportRows)} Zeilen. Für ältere grenzen Sie bitte den Zeitraum ein.`,
    );
  return [HEAD, ...rows.map(csvRow)];
}

const csvRow = (entry: AuditEntry): string[] => [
  String(entry.seq),
  berlin(entry.at).format('DD.MM.YYYY HH:mm:ss'),
  auditActionText(entry.action),
  actorText(entry),
  entry.actor?.userId ?? '',
  auditSubjectText(entry.subject),
  entry.reference ?? '',
  entry.subjectId,
  entry.owner?.email ?? '',
  factsText(entry.before, entry),
  factsText(entry.after, entry),
  entry.reasonErased ? 'gelöscht' : entry.reason === null ? '' : reasonText(entry.reason),
  entry.requestId ?? '',
  entry.sealed === null ? '' : String(entry.sealed),
];
