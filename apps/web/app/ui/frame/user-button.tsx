import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../icon/icon.tsx';
import { IconChevronDown } from '../icon/icons.ts';
import classes from './user-menu.module.css';

/** Two letters at most: from the name, else from the address. */
export function initialsOf(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 0 ? [words[0], words.length > 1 ? words.at(-1) : ''] : [email];
  return letters
    .map((word) => (word ?? '').slice(0, 1))
    .join('')
    .toUpperCase();
}

interface UserButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'name' | 'className' | 'children'> {
  name: string;
  email: string;
}

export function UserButton({ name, email, ...rest }: UserButtonProps) {
  return (
    // As the target of a menu it is given a class, which is none.
    <button type="button" {...rest} className={classes.user}>
      <span className="vh">Benutzermenü, </span>
      <span className={classes.avatar} aria-hidden>
        {initialsOf(name, email)}
      </span>
      <bdi className={classes.name}>{name || email}</bdi>
      <span className={classes.chevron}>
        <Icon as={IconChevronDown} size={16} />
      </span>
    </button>
  );
}
