import { isOpenChat, type SupportChat } from '@botdepot/contract';

/** `?chat=` names a chat by its id, or the one that is open, or begins with the first message. */
export const CHAT_PARAM = 'chat';
export const OPEN_CHAT = 'offen';

/** Whether an address asks for the window; any other chat is read on the page of the earlier ones. */
export function asksForWindow(asked: string | null, current: SupportChat | null): boolean {
  return asked === OPEN_CHAT || (current !== null && current.id === asked && isOpenChat(current.status));
}
