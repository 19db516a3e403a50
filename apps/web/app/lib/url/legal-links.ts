import { urls } from './urls.ts';

/** Reachable from every page. */
export const LEGAL_LINKS = [
  { to: urls.imprint, label: 'Impressum' },
  { to: urls.privacy, label: 'Datenschutz' },
  { to: urls.risk, label: 'Risikohinweis' },
  { to: urls.accessibility, label: 'Barrierefreiheit' },
  { to: urls.licences, label: 'Lizenzen' },
];
