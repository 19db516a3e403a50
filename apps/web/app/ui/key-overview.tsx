import { useEffect } from 'react';
import { isTyping } from '../lib/is-typing.ts';
import { Dialog } from './dialog.tsx';
import classes from './key-overview.module.css';

export interface KeyGroup {
  label: string;
  keys: readonly { keys: readonly string[]; does: string }[];
}

interface KeyOverviewProps {
  groups: readonly KeyGroup[];
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The keys of the app, asked for by `?`. Not while somebody types, but beside an open chat. */
export function KeyOverview({ groups, opened, onOpen, onClose }: KeyOverviewProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      onOpen();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onOpen]);
  return (
    <Dialog opened={opened} onClose={onClose} title="Tastenkürzel" size="30rem">
      {groups.map(({ label, keys }) => (
        <section key={label} className={classes.group}>
          <h3 className={classes.heading}>{label}</h3>
          <dl className={classes.keys}>
            {keys.map((entry) => (
              <div key={entry.does}>
                <dt>{entry.does}</dt>
                <dd>
                  {entry.keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
