import { PLAY_MONEY_NOTICE } from '@botdepot/contract/catalogue';
import { useState } from 'react';
import { csvText, downloadCsv } from '../../lib/page/save-and-copy.ts';
import { toast } from '../../lib/page/toast.ts';
import { errorText } from '../../lib/server/api.ts';
import { RestlessList } from '../../lib/server/use-list.ts';
import { Button } from '../form/button.tsx';
import { IconDownload } from '../icon/icons.ts';

const RESTLESS = 'Die Liste ändert sich gerade laufend. Bitte versuchen Sie es gleich noch einmal.';

export type CsvRows = string[][];

interface CsvButtonProps {
  fileName: string;
  /** What is exported, for screen readers. */
  label: string;
  /** On the button after „CSV“, where one page has several. */
  shown?: string | undefined;
  /** The head and all rows, the ones on other pages included. Null when there is no file; `load` has said why. */
  load: () => Promise<CsvRows | null>;
}

/** Saves a list as a file. Every row says that it is about play money: files travel. */
export function CsvButton({ fileName, label, shown, load }: CsvButtonProps) {
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    toast.clear();
    try {
      const loaded = await load();
      if (!loaded) return;
      const [head = [], ...rows] = loaded;
      const marked = [[...head, 'Hinweis'], ...rows.map((row) => [...row, PLAY_MONEY_NOTICE])];
      downloadCsv(fileName, csvText(marked));
    } catch (error) {
      toast.error('Fehler', error instanceof RestlessList ? RESTLESS : errorText(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button look="quiet" size="sm" icon={IconDownload} pending={pending} onClick={() => void save()}>
      {shown === undefined ? 'CSV' : `CSV ${shown}`}
      {shown === undefined && <span className="vh">{`, ${label}`}</span>}
    </Button>
  );
}

/** The file of a list that may be empty or not there yet: of nothing there is none. */
export function ListCsvButton({ total, ...file }: CsvButtonProps & { total: number | undefined }) {
  return total ? <CsvButton {...file} /> : null;
}
