import type { MailboxMail, MailHead } from '@botdepot/contract';

export type Mailbox =
  | { status: 'open'; items: readonly MailHead[]; ownOnly: boolean }
  /** Others may reach this demo, so one sees the own mails only. */
  | { status: 'signed-out' }
  /** This installation sends its mails, or none. */
  | { status: 'none' };

/** Plain requests: the page stands beside the login and does without the API client. */
export async function loadMailbox(): Promise<Mailbox> {
  const response = await fetch('/api/mailbox');
  if (response.status === 404) return { status: 'none' };
  if (response.status === 401) return { status: 'signed-out' };
  if (!response.ok) throw new Error(`The mailbox was answered with ${response.status}`);
  const answer: { items: MailHead[]; ownOnly: boolean } = await response.json();
  return { status: 'open', ...answer };
}

/** Null when there is no such mail, or it is to somebody else. */
export async function loadMail(id: string): Promise<MailboxMail | null> {
  const response = await fetch(`/api/mailbox/${encodeURIComponent(id)}`);
  if (response.status === 404 || response.status === 400) return null;
  if (!response.ok) throw new Error(`A mail was answered with ${response.status}`);
  const answer: MailboxMail = await response.json();
  return answer;
}
