import type { Bot, Protection } from '@botdepot/contract';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconPlayerPause, IconShieldCheck, IconShieldHalf } from '../../ui/icon/icons.ts';
import { Bone } from '../../ui/state/skeleton.tsx';
import { protectionText } from './protection-text.ts';

const STATUS = 'grid gap-0.5 max-w-[46rem] text-muted [&_b]:font-580 [&_b]:text-text';

/** What the bot of an investment does right now, and what its protection does. */
export function BotStatus({ bot }: { bot: Bot | undefined }) {
  if (!bot) {
    return (
      <div className={STATUS}>
        <Bone width="70%" height={16} />
        <Bone width="85%" height={16} />
      </div>
    );
  }
  return (
    <div className={STATUS}>
      {/* Held, it does nothing else. */}
      {!isHeld(bot) && (
        <p>
          <b>Gerade:</b> {bot.activity ?? bot.unavailableReason ?? 'Der Bot wird gerade vorbereitet.'}
        </p>
      )}
      {bot.protection && <ProtectionState protection={bot.protection} />}
    </div>
  );
}

/** Whether the operator holds it: then its protection says all there is to say. */
export const isHeld = ({ protection }: Pick<Bot, 'protection'>): boolean =>
  protection !== null && protection.operator !== null;

/** The word carries an icon of its own, so that the state is seen without colour. */
export function ProtectionState({ protection }: { protection: Protection }) {
  const { word, text, halted } = protectionText(protection);
  const acts = protection.state === 'paused' || halted !== null;
  return (
    <div
      className="flex gap-1.5 text-muted [&_b]:font-580 [&_b]:text-text [&>svg]:flex-none [&>svg]:mt-0.5 data-acts:text-text"
      data-acts={acts || undefined}
    >
      <Icon as={shapeOf(protection, acts)} size={16} />
      <p>
        <b>{word}.</b> {text}
        {halted && ` ${halted}`}
      </p>
    </div>
  );
}

function shapeOf({ operator }: Protection, acts: boolean) {
  if (operator) return IconPlayerPause;
  return acts ? IconShieldHalf : IconShieldCheck;
}
