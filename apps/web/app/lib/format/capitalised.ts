/** With a capital letter at its beginning, as a sentence has. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
