import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askSession, keepSession as keep, type SessionAnswer } from './session-keeper.ts';

const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

let goOnline: () => void;

/** Unless a test says otherwise, the visit goes on whatever the server says. */
const keepSession = (options: Partial<Parameters<typeof keep>[0]>) =>
  keep({ onSignedOut: async () => false, onReplaced: () => undefined, ...options });

/** A tab whose visibility a test can switch. */
function openTab() {
  const tab = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', tab);
  const network = new EventTarget();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
  goOnline = () => network.dispatchEvent(new Event('online'));
  return (state: 'visible' | 'hidden') => {
    tab.visibilityState = state;
    tab.dispatchEvent(new Event('visibilitychange'));
  };
}

/** A server that gives these answers in turn, the last one for ever, and notes when it was asked. */
function serverWith(...answers: SessionAnswer[]) {
  const askedAt: number[] = [];
  const start = Date.now();
  const ask = async (): Promise<SessionAnswer> => {
    askedAt.push(Date.now() - start);
    return answers[Math.min(askedAt.length, answers.length) - 1] ?? { status: 'unreachable' };
  };
  return { askedAt, ask };
}

const signedIn = (): SessionAnswer => ({
  status: 'signed-in',
  userId: 'anna',
  expiresAt: Date.now() + WEEK_MS,
});
const unreachable: SessionAnswer = { status: 'unreachable' };
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('keeping a session', () => {
  it('asks at the start and when the tab becomes visible again, not when it is hidden', async () => {
    const show = openTab();
    const server = serverWith(signedIn());
    const stop = keepSession({ ask: server.ask });
    await settle();
    show('hidden');
    await settle();
    expect(server.askedAt).toHaveLength(1);
    show('visible');
    await settle();
    expect(server.askedAt).toHaveLength(2);
    stop();
  });

  it('asks long before the session ends although nobody touches the tab', async () => {
    openTab();
    const inFourHours = Date.now() + 4 * HOUR_MS;
    const server = serverWith({ status: 'signed-in', userId: 'anna', expiresAt: inFourHours }, signedIn());
    const stop = keepSession({ ask: server.ask });
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(server.askedAt).toEqual([0, 2 * HOUR_MS]);
    await vi.advanceTimersByTimeAsync(12 * HOUR_MS);
    expect(server.askedAt).toHaveLength(3);
    stop();
  });

  it('repeats what may pass after 200 ms, then each time after twice as long', async () => {
    openTab();
    const server = serverWith(unreachable, unreachable, unreachable, unreachable, signedIn());
    let ended = 0;
    const stop = keepSession({ onSignedOut: async () => ++ended > 0, ask: server.ask });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.askedAt).toEqual([0, 200, 600, 1400, 3000]);
    expect(ended).toBe(0);
    stop();
  });

  it('does not hammer a server that is away, and does not call the session over', async () => {
    openTab();
    const server = serverWith(unreachable);
    let ended = 0;
    const stop = keepSession({ onSignedOut: async () => ++ended > 0, ask: server.ask });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(server.askedAt.length).toBeLessThan(30);
    expect(ended).toBe(0);
    stop();
    const asked = server.askedAt.length;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(server.askedAt).toHaveLength(asked);
  });

  it('asks at once when the network is back, whatever it waits for', async () => {
    openTab();
    const server = serverWith(...Array<SessionAnswer>(6).fill(unreachable), signedIn());
    const stop = keepSession({ ask: server.ask });
    await vi.advanceTimersByTimeAsync(6_500);
    expect(server.askedAt).toEqual([0, 200, 600, 1400, 3000, 6200]);
    goOnline();
    await settle();
    expect(server.askedAt.at(-1)).toBe(6_500);
    goOnline();
    await settle();
    expect(server.askedAt).toHaveLength(8);
    stop();
  });

  it('asks nothing more once it is stopped, whatever it waits for', async () => {
    const show = openTab();
    const server = serverWith(unreachable);
    const stop = keepSession({ ask: server.ask });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.askedAt).toEqual([0, 200, 600]);
    stop();
    show('visible');
    goOnline();
    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
    expect(server.askedAt).toHaveLength(3);
  });

  it('says once that somebody else is there now and stops', async () => {
    const show = openTab();
    const berta: SessionAnswer = { status: 'signed-in', userId: 'berta', expiresAt: Date.now() + WEEK_MS };
    const server = serverWith(signedIn(), unreachable, berta);
    let replaced = 0;
    keepSession({ onReplaced: () => replaced++, ask: server.ask });
    await settle();
    expect(replaced).toBe(0);
    show('visible');
    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
    expect(replaced).toBe(1);
    expect(server.askedAt).toHaveLength(3);
  });

  it('says once that the session is over and stops', async () => {
    const show = openTab();
    const server = serverWith({ status: 'signed-out' });
    let ended = 0;
    keepSession({ onSignedOut: async () => ++ended > 0, ask: server.ask });
    await settle();
    show('visible');
    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
    expect(ended).toBe(1);
    expect(server.askedAt).toHaveLength(1);
  });

  it('goes on where the visit does although the session seemed to be over', async () => {
    const show = openTab();
    const berta: SessionAnswer = { status: 'signed-in', userId: 'berta', expiresAt: Date.now() + WEEK_MS };
    const server = serverWith(signedIn(), { status: 'signed-out' }, signedIn(), berta);
    let replaced = 0;
    keepSession({ onReplaced: () => replaced++, ask: server.ask });
    await settle();
    show('visible');
    await settle();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(server.askedAt).toEqual([0, 0, 5 * 60_000]);
    show('visible');
    await settle();
    expect(replaced).toBe(1);
  });

  it('asks nothing while it is being found out whether the visit ends, nor after it was stopped then', async () => {
    const show = openTab();
    const server = serverWith({ status: 'signed-out' });
    let answer: (ends: boolean) => void = () => undefined;
    const onSignedOut = () => new Promise<boolean>((resolve) => (answer = resolve));
    const stop = keepSession({ onSignedOut, ask: server.ask });
    await settle();
    show('visible');
    await settle();
    stop();
    answer(false);
    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
    expect(server.askedAt).toHaveLength(1);
  });
});

describe('the answer about the session', () => {
  const answerWith = (status: number, body: unknown) =>
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));

  it('is signed in until the end that the server names', async () => {
    answerWith(200, { session: { userId: 'anna', expiresAt: '2026-03-09T10:00:00.000Z' }, user: {} });
    expect(await askSession()).toEqual({
      status: 'signed-in',
      userId: 'anna',
      expiresAt: Date.UTC(2026, 2, 9, 10),
    });
  });

  it.each([
    [200, null],
    [401, { code: 'UNAUTHENTICATED' }],
    [404, {}],
  ])('is signed out for %s %j', async (status, body) => {
    answerWith(status, body);
    expect(await askSession()).toEqual({ status: 'signed-out' });
  });

  it.each([408, 429, 500, 503])('is open for %s', async (status) => {
    answerWith(status, {});
    expect(await askSession()).toEqual({ status: 'unreachable' });
  });

  it('is open without a network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await askSession()).toEqual({ status: 'unreachable' });
  });
});
