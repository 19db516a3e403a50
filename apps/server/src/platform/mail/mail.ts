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
  /** Resolves once the message was handed over. Rejects when it was not; nothing is retried. */
  send(message: MailMessage): Promise<void>;
  close(): void;
};
