/** The parameters of the address: which mail is opened, and `text` for its plain form. */
export const MAIL = 'mail';
export const MAIL_FORM = 'ansicht';

export function mailParams(id: string, form: string | null): Record<string, string> {
  return { [MAIL]: id, ...(form === 'text' && { [MAIL_FORM]: form }) };
}
