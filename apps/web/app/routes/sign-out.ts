import { type AuthOutcome, signOut as endSession } from '../features/identity/auth-api.ts';
import { pendingBot } from '../features/identity/sign-in/pending-bot.ts';
import { forgetAllCandles } from '../features/testbench/own-candles/kept-candles.ts';
import { signedInMark } from '../lib/session/cookies.ts';
import { unsent } from '../lib/session/unsaved.ts';

/** Ends the session and takes along what this browser keeps of it: others may sign in at the same screen. */
export async function signOut(): Promise<AuthOutcome> {
  const outcome = await endSession();
  if (outcome.ok) {
    signedInMark.remove();
    pendingBot.forget();
    unsent.forgetAll();
    await forgetAllCandles();
  }
  return outcome;
}
