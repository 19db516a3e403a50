import { Chip } from '../../ui/chip.tsx';
import classes from './admin.module.css';

const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['J', 'K'], does: 'Bewegen' },
  { keys: ['X'], does: 'Wählen' },
  { keys: ['Enter'], does: 'Öffnen' },
  { keys: ['A'], does: 'Genehmigen' },
  { keys: ['R'], does: 'Ablehnen' },
];

/** The keys of the queue, and the switch that turns them off. Not on phones, which have none. */
export function KeyLegend({ enabled, onToggle }: { enabled: boolean; onToggle: () => void }) {
  return (
    <div className={classes.legend}>
      {enabled && (
        <dl className={classes.keys}>
          {KEYS.map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      )}
      <Chip pressed={enabled} onClick={onToggle}>
        Tastenkürzel
      </Chip>
    </div>
  );
}
