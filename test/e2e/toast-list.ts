import { expect, type Page, type TestDetails } from '@playwright/test';
import { SPEC_MESSAGES } from '../../tools/spec-strings.ts';

/** Messages that are no toasts, and what they are. */
export const NO_TOASTS: Record<string, string> = {
  'Not authenticated': 'the API says it, the page leads to the login',
  'Could not generate address': 'kept for the specification: the addresses are fixed, so none can be missing',
  'Insufficient balance': 'the API says it, the field shows the German sentence',
  'Investment not found': 'the API says it, the page shows „Diese Anlage gibt es nicht“',
  'Insufficient wallet balance. Available: {available}, Required: {required}':
    'the API says it, the field shows the German sentence',
  'Insufficient wallet balance': 'the beginning of the sentence above: the API always says the amounts, too',
  'Nicht genügend Guthaben im Wallet': 'stands at the field of the withdrawal',
  'Withdrawal not found': 'the API says it',
  'Keine Begründung': 'the reason that the customer reads in the notification',
  'Profil konnte nicht geladen werden':
    'the title of a state: failures of the profile are logged, not shouted',
  'Oops! Page not found': 'the title of a page',
  'Email und Betrag erforderlich': 'stands at the field of the correction',
  'User not found': 'the API says it, the field shows the German sentence',
  'Balance kann nicht negativ werden': 'stands at the field of the correction',
};

/** Every message that the specification quotes. */
export function quoted(): string[] {
  return Object.values(SPEC_MESSAGES).flatMap((texts) => texts.flatMap(asShown));
}

/** `{A|B}` stands for two texts, `{brand}` for the name. */
function asShown(text: string): string[] {
  const choice = /\{([^{}]*\|[^{}]*)\}/.exec(text);
  if (choice?.[1]) return choice[1].split('|').map((one) => text.replace(choice[0], one));
  return [text.replace('{brand}', 'Botdepot')];
}

/** What the tests of a file say they provoke; complete as soon as the file is loaded. */
export const provoked = new Set<string>();
/** What the running test has seen. */
export const seen = new Set<string>();

export function forgetSeen(): void {
  seen.clear();
}

/** What a test is going to provoke; the file insists on it after each test. */
export function provoking(...texts: string[]): TestDetails {
  for (const text of texts) provoked.add(text);
  return { annotation: texts.map((description) => ({ type: 'toast', description })) };
}

/** Exactly one toast with this title and text, announced politely (`status`) or, for an error, at once (`alert`). */
export async function sees(
  page: Page,
  role: 'status' | 'alert',
  title: string,
  text: string | RegExp = '',
): Promise<void> {
  let toast = page.getByRole(role).filter({ has: page.getByText(title, { exact: true }) });
  if (typeof text === 'string') toast = toast.filter({ hasText: text });
  await expect(toast).toBeVisible();
  await expect(toast).toHaveCount(1);
  // Another one with the same title may be on its way out.
  await expect(async () => {
    // Byte for byte: Playwright itself takes a non-breaking space for a space.
    const [shownTitle, shownText] = await toast.evaluate((element) =>
      ['title', 'description'].map(
        (part) => element.querySelector(`.mantine-Notification-${part}`)?.textContent ?? '',
      ),
    );
    expect(shownTitle).toBe(title);
    if (typeof text === 'string') expect(shownText).toBe(text);
    else expect(shownText).toMatch(text);
  }).toPass({ timeout: 5000 });
  seen.add(title).add(String(text));
}
