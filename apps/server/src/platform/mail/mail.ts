export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that a mail program shows a repeated message once. */
  messageId?: string;
};

/** How the platform writes to people. */
export type Mail = {
  /**
   * `smtp` reaches people, so addresses can be verified; `mailbox` keeps the messages as files of the demo; with `none`
   * nothing can be sent.
   */
  transport: 'smtp' | 'mailbox' | 'none';
  /** Of the mailbox alone. */
  mailbox?: {
    /** Others reach this demo, so that only whoever is signed in reads what went to their own address. */
    ownOnly: boolean;
    /** Deletes every message to an address, whatever its case. */
    forget(to: string): Promise<void>;
  };
  /** Resolves once the message was handed over. Rejects when it was not; nothing is retried. */
  send(message: MailMessage): Promise<void>;
  close(): void;
};

/** Whether a link in a message can be opened by somebody who is not signed in, or at an address that is not theirs yet. */
export const linksWork = ({ transport, mailbox }: Pick<Mail, 'transport' | 'mailbox'>): boolean =>
  transport === 'smtp' || (transport === 'mailbox' && !mailbox?.ownOnly);
