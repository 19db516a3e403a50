import { IconDownload } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './settings.module.css';
import { useOwnData } from './use-own-data.ts';

export function ExportPanel() {
  const { download, pending, done, problem } = useOwnData();
  return (
    <Panel title="Ihre Daten">
      <div className={classes.text}>
        <p>
          Eine Datei mit allem, was wir über Sie gespeichert haben: Profil, Einstellungen, Sitzungen, jede
          Buchung, Einzahlungen, Auszahlungen, Anlagen, Nachrichten und Chats. Passwörter und Schlüssel stehen
          nicht darin. Den Inhalt interner Notizen des Teams erfragen Sie beim Betreiber.
        </p>
        {problem && <FieldProblem>{problem}</FieldProblem>}
        <div className={classes.actions}>
          <Button icon={IconDownload} pending={pending} onClick={() => void download()}>
            Meine Daten herunterladen
          </Button>
          <p className={classes.saved} role="status">
            {done && 'Die Datei liegt bei Ihren Downloads.'}
          </p>
        </div>
      </div>
    </Panel>
  );
}
