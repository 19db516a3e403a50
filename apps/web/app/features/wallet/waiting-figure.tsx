import classes from './wallet.module.css';

/** A grey bar as wide and as high as the amount that will stand there, so that no row changes its height. */
export function WaitingFigure() {
  return (
    <span className={classes.waiting} aria-hidden>
      1.000,00
    </span>
  );
}
