import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeCookie } from '../../../lib/session/cookies.ts';
import { deliverPendingBot, pendingBot } from './pending-bot.ts';

/** As much of a cookie jar as one name at a time needs. */
function openJar() {
  let jar = '';
  const written: string[] = [];
  vi.stubGlobal('document', {
    get cookie() {
      return jar;
    },
    set cookie(line: string) {
      written.push(line);
      jar = line.includes('max-age=0') ? '' : (line.split(';')[0] ?? '');
    },
  });
  return written;
}

function answerWith(status: number, body: unknown) {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify(body), { status });
  });
  return bodies;
}

let written: string[];
beforeEach(() => {
  written = openJar();
});
afterEach(() => vi.unstubAllGlobals());

describe('the bot chosen before there is a session', () => {
  it('waits for seven days in a cookie of this site', () => {
    pendingBot.keep('turbobot');
    expect(written).toEqual(['pending_bot=turbobot; path=/; max-age=604800; samesite=lax']);
    expect(pendingBot.read()).toBe('turbobot');
  });

  it('is only ever one that sign-up offers', () => {
    writeCookie('pending_bot', 'newsbot', 60);
    expect(pendingBot.read()).toBeUndefined();
  });

  it('is given to the profile once and then forgotten', async () => {
    pendingBot.keep('turbobot');
    const bodies = answerWith(200, { preferredBot: 'turbobot' });
    expect(await deliverPendingBot()).toBe(true);
    expect(await deliverPendingBot()).toBe(false);
    expect(bodies).toEqual([{ botType: 'turbobot' }]);
    expect(pendingBot.read()).toBeUndefined();
  });

  it.each([
    [401, 'UNAUTHENTICATED'],
    [503, 'UNAVAILABLE'],
  ])('stays for the next time after %s', async (status, code) => {
    pendingBot.keep('smartbot');
    answerWith(status, { defined: true, code, status, message: '' });
    expect(await deliverPendingBot()).toBe(false);
    expect(pendingBot.read()).toBe('smartbot');
  });

  it('is dropped when the server does not know such a bot', async () => {
    pendingBot.keep('smartbot');
    answerWith(400, { defined: true, code: 'BAD_REQUEST', status: 400, message: '' });
    expect(await deliverPendingBot()).toBe(false);
    expect(pendingBot.read()).toBeUndefined();
  });
});
