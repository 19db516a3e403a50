import { MICROS_PER_CENT, type Micros } from './amount.ts';

export type AmountProblem =
  | 'empty'
  | 'not-a-number'
  | 'negative'
  | 'in-euros'
  | 'ambiguous'
  | 'too-many-decimals'
  | 'too-large';

export type ParsedAmount = { ok: true; value: Micros } | { ok: false; reason: AmountProblem };

/** Twelve digits before the comma: far above any play-money amount, far below the database's limit. */
const MAX_INPUT_DIGITS = 12;

const OWN_UNIT = /^(USDT|USD|\$)\s*|\s*(USDT|USD|\$)$/gi;
const EUROS = /^(€|EURO?)|(€|EURO?)$/i;

// Ordinary, non-breaking and narrow non-breaking space, and the Swiss apostrophe, group thousands.
const GROUP_SPACES = /[\u0020\u00a0\u202f'’]/g;

/**
 * Reads an amount as a German-speaking person types or pastes it. `1.234,56`, `1234,56`, `1234.56` and `1 234,56` are
 * the same amount. Whatever can be read in two ways (`1.234`) is refused: an amount is never silently another one.
 * At most two decimals, since customers' accounts hold whole cents. Separators without any digit are no number. The unit may
 * stand in front or behind; euros are another currency and refused.
 */
export function parseAmount(text: string): ParsedAmount {
  const trimmed = text.trim().replace(OWN_UNIT, '').trim();
  if (trimmed === '') return { ok: false, reason: 'empty' };
  if (EUROS.test(trimmed)) return { ok: false, reason: 'in-euros' };
  if (/^[-−–]/.test(trimmed)) return { ok: false, reason: 'negative' };
  if (!/^[0-9.,\u0020\u00a0\u202f'’]+$/.test(trimmed) || !/\d/.test(trimmed))
    return { ok: false, reason: 'not-a-number' };

  const split = splitDecimals(trimmed);
  if (typeof split === 'string') return { ok: false, reason: split };
  const { whole, fraction } = split;

  const digits = ungroup(whole);
  if (digits === undefined) return { ok: false, reason: 'not-a-number' };
  if (fraction.length > 2) return { ok: false, reason: 'too-many-decimals' };
  const significant = digits.replace(/^0+/, '');
  if (significant.length > MAX_INPUT_DIGITS) return { ok: false, reason: 'too-large' };
  const cents = BigInt((significant || '0') + fraction.padEnd(2, '0'));
  return { ok: true, value: cents * MICROS_PER_CENT };
}

function splitDecimals(text: string): { whole: string; fraction: string } | AmountProblem {
  const commas = text.split(',').length - 1;
  const dots = text.split('.').length - 1;
  if (commas > 1) return 'not-a-number';
  if (commas === 1) {
    const [whole = '', fraction = ''] = text.split(',');
    // „1,234.56“ is English; a German reader may mean something else.
    if (fraction.includes('.')) return 'ambiguous';
    return /^\d*$/.test(fraction) ? { whole, fraction } : 'not-a-number';
  }
  if (dots === 1) {
    const [whole = '', fraction = ''] = text.split('.');
    if (!/^\d*$/.test(fraction)) return 'not-a-number';
    // „1.234“ is one thousand two hundred thirty-four to some and a bit more than one to others.
    if (fraction.length === 3) return 'ambiguous';
    return { whole, fraction };
  }
  return { whole: text, fraction: '' };
}

/** Accepts plain digits or proper groups of three, with one kind of separator. */
function ungroup(whole: string): string | undefined {
  if (whole === '') return '0';
  if (/^\d+$/.test(whole)) return whole;
  if (/^\d{1,3}(\.\d{3})+$/.test(whole)) return whole.replaceAll('.', '');
  if (/^\d{1,3}([\u0020\u00a0\u202f'’]\d{3})+$/.test(whole)) return whole.replace(GROUP_SPACES, '');
  return undefined;
}
