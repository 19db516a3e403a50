import type { Bot, Protection } from '@botdepot/contract';
import { IconShieldCheck, IconShieldHalf } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import classes from './bot-status.module.css';
import { protectionText } from './protection-text.ts';

/** What the bot of an investment does right now, and what its protection does. */
export function BotStatus({ bot }: { bot: Bot | undefined }) {
  if (!bot) {
    return (
      <div className={classes.status}>
        <Bone width="70%" height={16} />
        <Bone width="85%" height={16} />
      </div>
    );
  }
  return (
    <div className={classes.status}>
      <p>
        <b>Gerade:</b> {bot.activity ?? bot.unavailableReason ?? 'Der Bot wird gerade vorbereitet.'}
      </p>
      {bot.protection && <ProtectionState protection={bot.protection} />}
    </div>
  );
}

/** The word carries an icon of its own, so that the state is seen without colour. */
export function ProtectionState({ protection }: { protection: Protection }) {
  const { word, text, halted } = protectionText(protection);
  const acts = protection.state === 'paused' || halted !== null;
  return (
    <div className={classes.protection} data-acts={acts || undefined}>
      <Icon as={acts ? IconShieldHalf : IconShieldCheck} size={16} />
      <p>
        <b>{word}.</b> {text}
        {halted && ` ${halted}`}
      </p>
    </div>
  );
}
