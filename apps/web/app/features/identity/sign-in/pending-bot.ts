import { SIGN_UP_BOT_TYPES, type SignUpBotType } from '@botdepot/contract/catalogue';
import { readCookie, writeCookie } from '../../../lib/session/cookies.ts';
import { chooseBot } from '../auth-api.ts';

/**
 * The bot chosen at sign-up before there is a session to keep it with. The link that confirms the address opens a tab of
 * its own, so the choice waits in a cookie.
 */
const COOKIE = 'pending_bot';
const SEVEN_DAYS_S = 7 * 24 * 60 * 60;

export const pendingBot = {
  read(): SignUpBotType | undefined {
    const value = readCookie(COOKIE);
    return SIGN_UP_BOT_TYPES.find((type) => type === value);
  },
  keep: (botType: SignUpBotType) => writeCookie(COOKIE, botType, SEVEN_DAYS_S),
  forget: () => writeCookie(COOKIE, '', 0),
};

/**
 * Gives the choice to the profile as soon as somebody is signed in. It stays for the next time when the server was not
 * reached or nobody was signed in after all.
 *
 * @returns Whether the profile changed.
 */
export async function deliverPendingBot(): Promise<boolean> {
  const botType = pendingBot.read();
  if (botType === undefined) return false;
  const outcome = await chooseBot(botType);
  // A bot that is not offered any more is no choice.
  if (outcome.ok || outcome.code === 'BAD_REQUEST') pendingBot.forget();
  return outcome.ok;
}
