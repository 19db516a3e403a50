import { BRAND_NAME } from '../../lib/page/page-title.ts';
import classes from './brand.module.css';

/** A curve that ends on the double rule of an account sheet. */
export function BrandMark() {
  return (
    <svg className={classes.mark} viewBox="0 0 26 26" aria-hidden focusable={false}>
      <path d="M3 13.5 9 7l5 5 8-8.5" />
      <path d="M3 19h20M3 23.5h20" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className={classes.brand}>
      <BrandMark />
      {BRAND_NAME}
    </span>
  );
}
