import { expect, test } from 'vitest';
import type { OwnRequest } from './own-request.ts';
import { requestTimeline } from './request-timeline.ts';

const CREATED = '2025-07-24T09:05:00.000Z';
const DECIDED = '2025-07-24T10:30:00.000Z';
const AFTER_48_MINUTES = Date.parse(CREATED) + 48 * 60_000;

function request(change: Partial<OwnRequest>): OwnRequest {
  return {
    kind: 'deposit',
    id: '01983b6a-0000-7000-8000-000000000001',
    reference: 'E-1688',
    amount: 1_000_000_000n,
    currency: 'BTC',
    status: 'pending',
    createdAt: CREATED,
    decidedAt: null,
    reason: null,
    address: 'demobtc1q',
    isHeld: false,
    isGranted: false,
    booked: false,
    ...change,
  };
}

const titles = (change: Partial<OwnRequest>) =>
  requestTimeline(request(change), AFTER_48_MINUTES).map(({ title, state }) => `${title}: ${state}`);

test('a pending deposit was created, is in review and will be credited', () => {
  expect(titles({})).toEqual(['Erstellt: done', 'Wird geprüft: current', 'Gutgeschrieben: upcoming']);
});

test('a review says since when it lasts, and that it takes longer once the promised time is over', () => {
  const steps = (afterMs: number) => requestTimeline(request({}), Date.parse(CREATED) + afterMs)[1];
  expect(steps(48 * 60_000)).toMatchObject({
    time: 'seit 48\u00a0Min.',
    note: 'Jemand aus dem Team sieht sie an und schreibt sie gut. Sie müssen nichts tun. Üblich sind 1–\u20602\u00a0Stunden.',
  });
  expect(steps(4 * 3_600_000)?.note).toContain('Diesmal dauert es länger.');
});

test('a withdrawal is reserved first and executed last', () => {
  const approved = { kind: 'withdrawal', status: 'approved', decidedAt: DECIDED } as const;
  expect(titles(approved)).toEqual(['Beantragt: done', 'Geprüft: done', 'Ausgeführt: done']);
  const [opened] = requestTimeline(request(approved), AFTER_48_MINUTES);
  expect(opened?.note).toBe('1.000,00\u00a0USDT reserviert');
});

test('a rejected or cancelled withdrawal says that its amount is available again', () => {
  for (const status of ['rejected', 'cancelled'] as const) {
    const steps = requestTimeline(
      request({ kind: 'withdrawal', status, decidedAt: DECIDED }),
      AFTER_48_MINUTES,
    );
    expect(steps.at(-1)).toMatchObject({
      time: '24.07.2025, 12:30',
      note: '1.000,00\u00a0USDT sind wieder verfügbar.',
    });
  }
});

test('a rejected deposit ends with the refusal', () => {
  expect(titles({ status: 'rejected', decidedAt: DECIDED })).toEqual([
    'Erstellt: done',
    'Abgelehnt: refused',
  ]);
});

test('a held payout says calmly that it is looked at, that the money stays, and that it can be taken back', () => {
  const [, waiting] = requestTimeline(request({ kind: 'withdrawal', isHeld: true }), Date.parse(CREATED));
  expect(waiting?.title).toBe('Wird geprüft');
  expect(waiting?.note).toMatch(/genauer an.*reserviert.*stornieren/);
});

test('what was granted at the start was never in review', () => {
  expect(titles({ status: 'approved', decidedAt: CREATED, isGranted: true })).toEqual([
    'Startguthaben: done',
    'Gutgeschrieben: done',
  ]);
});
