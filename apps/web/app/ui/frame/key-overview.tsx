import { clsx } from 'clsx';
import { Dialog } from '../overlay/dialog.tsx';

const KEYS = clsx(
  '[&>div]:flex [&>div]:items-center [&>div]:justify-between [&>div]:gap-4 [&>div]:min-h-11',
  '[&>div]:border-b [&>div]:border-b-border [&>div]:text-[15px]',
  '[&_dd]:flex [&_dd]:gap-1.5 [&_kbd]:py-0.5 [&_kbd]:px-2 [&_kbd]:border [&_kbd]:border-control',
  '[&_kbd]:rounded-[6px] [&_kbd]:[font-family:inherit] [&_kbd]:text-[13px]/5',
);

export interface KeyGroup {
  label: string;
  keys: readonly { keys: readonly string[]; does: string }[];
}

interface KeyOverviewProps {
  groups: readonly KeyGroup[];
  opened: boolean;
  onClose: () => void;
}

/** The keys of the app. */
export function KeyOverview({ groups, opened, onClose }: KeyOverviewProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Tastenkürzel" size="30rem">
      {groups.map(({ label, keys }) => (
        <section key={label} className="[&+&]:mt-5">
          <h3 className="text-[12px]/4.5 font-medium text-muted">{label}</h3>
          <dl className={KEYS}>
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
