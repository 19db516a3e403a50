import { oneOfElse, order, place, text } from '../../lib/url-state.ts';

/** Which mail is opened, and in which form. */
export const MAILBOX = {
  id: place(text('mail')),
  form: order(oneOfElse('ansicht', ['html', 'text'], 'html')),
};
