import { errorCode } from './api.ts';

/**
 * What cannot be shown at all is the page's error boundary's; old data stays when a refetch fails. Where the session
 * ended, the layout leads to the login.
 */
export const throwWithoutData = (error: Error, query: { state: { data: unknown } }): boolean =>
  query.state.data === undefined && errorCode(error) !== 'UNAUTHENTICATED';
