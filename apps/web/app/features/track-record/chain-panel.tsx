import type { TrackRecord } from '@botdepot/contract';
import { BOTS, trackRecordHeadUrl, trackRecordUrl } from '@botdepot/contract/catalogue';
import { IconDownload } from '@tabler/icons-react';
import { formatDateTime } from '../../lib/dates.ts';
import { formatCount, NO_FIGURE } from '../../lib/numbers.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { Panel } from '../../ui/panel.tsx';
import { unsealedText } from './record-texts.ts';
import classes from './track-record.module.css';

/** The end of the chain, what is not in it yet, and both as downloads. */
export function ChainPanel({ record }: { record: TrackRecord }) {
  const { botType, head, sealedUntil, unsealed } = record;
  const { name } = BOTS[botType];
  return (
    <Panel
      title={`Siegel, ${name}`}
      note="Der Kopf legt alle Einträge davor fest."
      foot={
        head && (
          <div className={classes.downloads}>
            <ButtonLink to={trackRecordUrl(botType)} reloadDocument download icon={IconDownload}>
              Aufzeichnung herunterladen
              <span className="vh">{`, ${name}`}</span>
            </ButtonLink>
            <ButtonLink to={trackRecordHeadUrl(botType)} reloadDocument download icon={IconDownload}>
              Kopf herunterladen
              <span className="vh">{`, ${name}`}</span>
            </ButtonLink>
          </div>
        )
      }
    >
      <KeyValues
        facts={[
          { label: 'Einträge in der Kette', value: head ? formatCount(head.position) : NO_FIGURE },
          {
            label: 'Kopf (SHA-256)',
            value: head ? <span className={classes.hash}>{head.hash}</span> : NO_FIGURE,
          },
          { label: 'Versiegelt am', value: head ? formatDateTime(head.sealedAt) : NO_FIGURE },
          { label: 'Versiegelt bis', value: sealedUntil ? formatDateTime(sealedUntil) : NO_FIGURE },
          { label: 'Noch nicht versiegelt', value: unsealedText(unsealed) },
        ]}
      />
    </Panel>
  );
}
