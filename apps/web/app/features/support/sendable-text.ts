// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * What is sent of a draft: trimmed, as the server does, and without the invisible characters that it refuses and that come
 * along with a paste; line breaks and tabs stay. Nobody can see them, so nobody could take them out.
 */
export function sendableText(draft: string): string {
  return draft.replace(/\r\n?/g, '\n').replace(CONTROL, '').trim();
}
