import { errorCode, errorText } from '../../lib/server/api.ts';

// How the browsers put it when the network failed, for a call as well as for a part of the app's code.
const NETWORK_FAILURE = /fetch|network|load failed|importing a module/i;

/** Why a page is not there: what the server said, no connection, or a fault of ours. */
export function pageErrorText(error: unknown): string {
  const fromServer = errorCode(error) !== undefined;
  const fromNetwork = error instanceof Error && NETWORK_FAILURE.test(error.message);
  return fromServer || fromNetwork ? errorText(error) : 'Ein unerwarteter Fehler ist aufgetreten.';
}
