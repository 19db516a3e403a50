import { toast } from './toast.ts';

/**
 * A table as German Excel opens it by double click: semicolons, CRLF and a byte order mark. Cells that a spreadsheet would
 * take for a formula are turned into text; signed numbers stay numbers.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(csvCell).join(';')}\r\n`).join('')}`;
}

const NUMBER = /^-?\d+(,\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An amount of the API (`-1234.56`) as a spreadsheet with German settings reads it: `-1234,56`. */
export function csvAmount(wire: string): string {
  return wire.replace('.', ',');
}

/** Hands a table to the browser's downloads. */
export function downloadCsv(fileName: string, text: string): void {
  downloadText(fileName, text, 'text/csv');
}

/** Hands a text to the browser's downloads. */
export function downloadText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has started; Safari needs the address a moment longer.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies and says so. Without permission the text stays selectable, and the toast says that instead. */
export async function copyText(text: string, what = 'Die Adresse ist in der Zwischenablage.'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Kopiert', what);
  } catch {
    toast.error('Fehler', 'Kopieren ist in diesem Browser nicht möglich. Bitte markieren Sie den Text.');
  }
}
