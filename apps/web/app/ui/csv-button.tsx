import { PLAY_MONEY_NOTICE } from '@botdepot/contract/catalogue';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../lib/api.ts';
import { csvText, downloadCsv } from '../lib/csv.ts';
import { toast } from '../lib/toast.ts';
import { Button } from './button.tsx';

export type CsvRows = string[][];

interface CsvButtonProps {
  fileName: string;
  /** What is exported, for screen readers. */
  label: string;
  /** On the button after „CSV“, where one page has several. */
  shown?: string | undefined;
  /** The head and all rows, the ones on other pages included. */
  load: () => Promise<CsvRows>;
}

/** Saves a list as a file. Every row says that it is about play money: files travel. */
export function CsvButton({ fileName, label, shown, load }: CsvButtonProps) {
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const [head = [], ...rows] = await load();
      const marked = [[...head, 'Hinweis'], ...rows.map((row) => [...row, PLAY_MONEY_NOTICE])];
      downloadCsv(fileName, csvText(marked));
    } catch (error) {
      toast.error('Fehler', errorText(error));
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
