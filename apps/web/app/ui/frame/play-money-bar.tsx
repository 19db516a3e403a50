import { PLAY_MONEY_NOTICE } from '@botdepot/contract/catalogue';
import classes from './play-money-bar.module.css';

/** On every page, above everything, never dismissible. */
export function PlayMoneyBar() {
  return (
    <aside className={classes.bar} aria-label="Wichtiger Hinweis">
      {PLAY_MONEY_NOTICE}
    </aside>
  );
}

/** The same sentence within a confirmation. */
export function PlayMoneyMark() {
  return <span className={classes.mark}>{PLAY_MONEY_NOTICE}</span>;
}
