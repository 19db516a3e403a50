import { clsx } from 'clsx';

export const SETTING_ROW = clsx(
  'flex items-center gap-x-4 gap-y-3 min-h-17 py-3 px-(--pad) border-b border-b-border',
  'last:border-b-0 max-[480px]:flex-wrap',
);
export const SETTING_TEXT = clsx(
  'flex-1 min-w-0 [&_b]:block [&_b]:font-semibold',
  '[&_span]:block [&_span]:text-[14px]/5 [&_span]:text-muted',
  'max-[480px]:basis-[12rem]',
);
export const SETTING_ACTIONS = 'flex flex-wrap items-center gap-x-3 gap-y-2';
