import {
  AUDIT_ACTIONS,
  AUDIT_FIELDS,
  AUDIT_SUBJECTS,
  AUDIT_VALUES,
  type AuditEntry,
} from '@botdepot/contract';
import { describe, expect, test } from 'vitest';
import { factRows, factsText, reasonText } from './audit-facts.ts';

const rowsOf = (before: AuditEntry['before'], after: AuditEntry['after'], subject = 'wallet') =>
  factRows({ subject, before, after, people: {} });
const NOBODY = { subject: 'user', people: {} };

describe('what changed', () => {
  test('stands before and after, in German, in the order of the catalogue', () => {
    expect(
      rowsOf(
        { available: '1000.00', status: 'pending' },
        { amountUsd: '-25.5', available: '974.50', status: 'approved' },
      ),
    ).toEqual([
      { label: 'Status', before: 'in Prüfung', after: 'genehmigt' },
      { label: 'Betrag', before: null, after: '−25,50\u00a0USDT' },
      { label: 'Verfügbar', before: '1.000,00\u00a0USDT', after: '974,50\u00a0USDT' },
    ]);
  });

  test('keeps every decimal of an amount and of units', () => {
    expect(rowsOf(null, { amountUsd: '1.234567', units: '12.000000000001', percent: '-0.5' })).toEqual([
      { label: 'Betrag', before: null, after: '1,234567\u00a0USDT' },
      { label: 'Anteile', before: null, after: '12,000000000001' },
      { label: 'Rendite', before: null, after: '−0,5\u00a0%' },
    ]);
  });

  test('is in USD where it is about a request, as on its own pages', () => {
    for (const subject of ['deposit', 'withdrawal'])
      expect(rowsOf(null, { amountUsd: '1000' }, subject)).toEqual([
        { label: 'Betrag', before: null, after: '1.000,00\u00a0USD' },
      ]);
  });

  test('is a moment in Berlin where it is one', () => {
    expect(
      rowsOf({ startsAt: '2026-12-04T16:00:00.000Z' }, { startsAt: '2026-12-05T16:00:00.000Z' }),
    ).toEqual([{ label: 'Beginn', before: '04.12.2026, 17:00', after: '05.12.2026, 17:00' }]);
  });

  test('is shown by its name when this version does not know it, never left out', () => {
    expect(rowsOf(null, { later: 'x', status: 'brand_new' })).toEqual([
      { label: 'Status', before: null, after: 'brand_new' },
      { label: 'later', before: null, after: 'x' },
    ]);
  });

  test('names people by their address, and says when an account is gone', () => {
    const [one, other] = ['01a20000-0000-7000-8000-000000000001', '01a20000-0000-7000-8000-000000000002'];
    const change = {
      before: { assignedTo: other },
      after: { assignedTo: one, status: 'escalated' },
      subject: 'support_chat',
      people: { [one]: 'berger@beispiel.example' },
    };
    expect(factRows(change)).toEqual([
      { label: 'Status', before: null, after: 'eskaliert' },
      { label: 'Zuständig', before: 'gelöschtes Konto', after: 'berger@beispiel.example' },
    ]);
    expect(factsText(change.after, change)).toBe('Zuständig: berger@beispiel.example, Status: eskaliert');
  });

  test('is one line in a file', () => {
    expect(factsText({ status: 'active', locked: true, assignedTo: null }, NOBODY)).toBe(
      'Status: aktiv, Gesperrt: ja, Zuständig: keine Angabe',
    );
    expect(factsText(null, NOBODY)).toBe('');
  });
});

test('a code among the reasons is a sentence, and what a person wrote stays as it is', () => {
  expect(reasonText('asked')).toBe('Der Kunde wollte mit einem Menschen sprechen.');
  expect(reasonText('Doppelte Gebühr')).toBe('Doppelte Gebühr');
});

test('every word of the catalogue is there and none twice among the actions', () => {
  const actions = Object.values(AUDIT_ACTIONS);
  expect(new Set(actions).size).toBe(actions.length);
  const words = [
    ...actions,
    ...Object.values(AUDIT_SUBJECTS),
    ...Object.values(AUDIT_VALUES),
    ...Object.values(AUDIT_FIELDS).map(({ label }) => label),
  ];
  for (const word of words) expect(word).toMatch(/^\S.*\S$/);
});
