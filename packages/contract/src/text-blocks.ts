/** Texts that the team sends often, and what stands in them for what is only known beside a chat. Without shapes. */

/** When a text is offered: always, or as long as the customer has an open request of this kind, or has none. */
export const TEXT_BLOCK_SITUATIONS = [
  'always',
  'deposit',
  'no_deposit',
  'withdrawal',
  'no_withdrawal',
] as const;
export type TextBlockSituation = (typeof TEXT_BLOCK_SITUATIONS)[number];

/** What is typed after the slash. */
export const TEXT_BLOCK_NAME = /^[a-z0-9-]+$/;

/** What a name in braces becomes, `{einzahlung}` for one; `needs` is the situation in which it is known. */
export const TEXT_BLOCK_PLACEHOLDERS = {
  einzahlung: { becomes: 'Nummer der offenen Einzahlung', needs: 'deposit' },
  'einzahlung-betrag': { becomes: 'ihr Betrag', needs: 'deposit' },
  auszahlung: { becomes: 'Nummer der offenen Auszahlung', needs: 'withdrawal' },
  'auszahlung-betrag': { becomes: 'ihr Betrag', needs: 'withdrawal' },
  'dauer-einzahlung': { becomes: 'übliche Dauer einer Einzahlung', needs: null },
  'dauer-auszahlung': { becomes: 'übliche Dauer einer Auszahlung', needs: null },
  'dauer-antwort': { becomes: 'zugesagte Zeit bis zu einer Antwort', needs: null },
  'einzahlung-ab': { becomes: 'Mindestbetrag einer Einzahlung', needs: null },
  'einzahlung-bis': { becomes: 'Höchstbetrag einer Einzahlung', needs: null },
  'auszahlung-ab': { becomes: 'Mindestbetrag einer Auszahlung', needs: null },
  'auszahlung-bis': { becomes: 'Höchstbetrag einer Auszahlung', needs: null },
  gebuehren: { becomes: 'ein Satz über die Gebühren', needs: null },
  spielgeld: { becomes: 'der Hinweis auf Spielgeld', needs: null },
} as const satisfies Record<string, { becomes: string; needs: TextBlockSituation | null }>;
export type TextBlockPlaceholder = keyof typeof TEXT_BLOCK_PLACEHOLDERS;

const IN_BRACES = /\{([^{}]*)\}/g;

/** A text with what stands in braces replaced. */
export const fillTextBlock = (text: string, values: Partial<Record<string, string>>): string =>
  text.replaceAll(IN_BRACES, (whole, name: string) => values[name] ?? whole);

/** What would reach a customer in braces: names that nobody knows, or whose value is not known in this situation. */
export function unknownPlaceholders(text: string, situation: TextBlockSituation): string[] {
  const known: Record<string, { needs: TextBlockSituation | null }> = TEXT_BLOCK_PLACEHOLDERS;
  return [...text.matchAll(IN_BRACES)]
    .map(([whole, name = '']) => ({ whole, found: Object.hasOwn(known, name) ? known[name] : undefined }))
    .filter(({ found }) => !found || (found.needs !== null && found.needs !== situation))
    .map(({ whole }) => whole);
}
