import { describe, expect, test } from 'vitest';
import { readUrl } from '../../../lib/url/url-state.ts';
import { ACTIONS, AUDIT, auditFilter, auditPlace } from './audit-filter.ts';

const asked = (address: string) => readUrl(AUDIT, new URLSearchParams(address));

describe('the filter in the address', () => {
  test('is read part by part', () => {
    const id = '0190e5a0-0000-7000-8000-000000000001';
    expect(
      auditFilter(
        asked(`suche= E-1688 &vorgang=deposit.approve&art=deposit&wer=${id}&von=2026-11-01&bis=2026-11-30`),
      ),
    ).toEqual({
      query: 'E-1688',
      action: 'deposit.approve',
      subject: 'deposit',
      actor: id,
      firstDay: '2026-11-01',
      lastDay: '2026-11-30',
    });
    expect(auditFilter(asked('wer=admins'))).toEqual({ actor: 'admins' });
  });

  test.each([
    'vorgang=deposit.steal',
    'art=constructor',
    'wer=root',
    'von=2026-02-30',
    'bis=gestern',
    'suche=%20',
  ])('is none where it says nothing known: %s', (address) => {
    expect(auditFilter(asked(address))).toEqual({});
  });

  test('knows one place to begin at', () => {
    expect(auditPlace(asked('vor=1763000000000_42'))).toEqual({ before: '1763000000000_42' });
    expect(auditPlace(asked('nach=1763000000000_42'))).toEqual({ after: '1763000000000_42' });
    expect(auditPlace(asked('vor=1_2&nach=3_4'))).toEqual({ before: '1_2' });
    expect(auditPlace(asked('vor=x&nach='))).toEqual({});
  });

  test('opens rows by their number only', () => {
    expect(asked('eintrag=17').entry).toBe('17');
    for (const text of ['', '0', '-1', '1.5', 'x', '1e9']) expect(asked(`eintrag=${text}`).entry).toBeNull();
  });
});

test('the actions are offered by the alphabet', () => {
  const labels = ACTIONS.map(({ label }) => label);
  expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, 'de')));
});
