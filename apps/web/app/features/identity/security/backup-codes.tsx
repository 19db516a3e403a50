import { clsx } from 'clsx';
import { useState } from 'react';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import { copyText, downloadText } from '../../../lib/page/save-and-copy.ts';
import { useAskBeforeLeaving } from '../../../lib/session/unsaved.ts';
import { Button } from '../../../ui/form/button.tsx';
import { IconCopy, IconDownload, IconPrinter } from '../../../ui/icon/icons.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { SETTING_ACTIONS } from '../account/setting-styles.ts';

const CODES = clsx(
  'grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] max-w-110 gap-x-6 gap-y-0',
  '[&_li]:py-2 [&_li]:border-b [&_li]:border-border',
  "[&_li]:[font-family:ui-monospace,'Cascadia_Mono',Menlo,Consolas,monospace] [&_li]:text-[15px]/5",
  '[&_li]:hyphens-none',
);

interface BackupCodesProps {
  title: string;
  codes: readonly string[];
  onSaved: () => void;
}

/** Shown once; the server keeps them encrypted and does not show them again. */
export function BackupCodes({ title, codes, onSaved }: BackupCodesProps) {
  const text = [`Ersatzcodes für ${BRAND_NAME}`, 'Jeder Code gilt nur einmal.', '', ...codes, ''].join('\n');
  return (
    <div className="grid grid-cols-1 gap-5">
      <LeaveQuestion />
      <div>
        <h3 className="mb-2 text-md font-semibold">{title}</h3>
        <p className="grid grid-cols-1 gap-3 max-w-[60ch]">
          Mit einem Ersatzcode kommen Sie in Ihr Konto bei {BRAND_NAME}, wenn Sie die App einmal nicht haben.
          Jeder gilt nur einmal, und gezeigt werden sie nur jetzt.
        </p>
      </div>
      <ol className={CODES} data-codes aria-label="Ersatzcodes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={`${SETTING_ACTIONS} no-print`}>
        <Button
          icon={IconDownload}
          onClick={() => downloadText(`${BRAND_NAME.toLowerCase()}-ersatzcodes.txt`, text, 'text/plain')}
        >
          Als Datei speichern
        </Button>
        <Button icon={IconPrinter} onClick={() => window.print()}>
          Drucken
        </Button>
        <Button
          icon={IconCopy}
          onClick={() => void copyText(text, 'Die Ersatzcodes sind in der Zwischenablage.')}
        >
          Kopieren
        </Button>
      </div>
      <div className={`${SETTING_ACTIONS} no-print`}>
        <Button look="primary" onClick={onSaved}>
          Ich habe die Codes gespeichert
        </Button>
      </div>
    </div>
  );
}

/** Before the page is left with the codes. */
function LeaveQuestion() {
  const [answer, setAnswer] = useState<(leaves: boolean) => void>();
  useAskBeforeLeaving(() => new Promise((resolve) => setAnswer(() => resolve)));
  const decide = (leaves: boolean) => {
    answer?.(leaves);
    setAnswer(undefined);
  };
  return (
    <Dialog
      opened={answer !== undefined}
      onClose={() => decide(false)}
      title="Ersatzcodes noch nicht gespeichert?"
      size="36rem"
      foot={
        <>
          <Button onClick={() => decide(true)}>Trotzdem verlassen</Button>
          <Button look="primary" onClick={() => decide(false)} data-autofocus>
            Hier bleiben
          </Button>
        </>
      }
    >
      <p>
        Die Codes werden nicht noch einmal gezeigt. Bitte speichern, drucken oder kopieren Sie sie, bevor Sie
        die Seite verlassen.
      </p>
    </Dialog>
  );
}
