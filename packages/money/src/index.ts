export * from './amount.ts';
export * from './format-amount.ts';
export * from './format-range.ts';
export * from './parse-amount.ts';
export * from './units.ts';
