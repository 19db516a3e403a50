import { toast } from './toast.ts';

/** Copies and says so. Without permission the text stays selectable, and the toast says that instead. */
export async function copyText(text: string, what = 'Die Adresse ist in der Zwischenablage.'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Kopiert', what);
  } catch {
    toast.error('Fehler', 'Kopieren ist in diesem Browser nicht möglich. Bitte markieren Sie den Text.');
  }
}
