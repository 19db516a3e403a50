import { PLAY_MONEY_NOTICE } from '@botdepot/contract';
import type { MailMessage } from './mail.ts';

export type MailDraft = {
  to: string;
  subject: string;
  /** Plain German paragraphs; line breaks and markup have no effect. */
  paragraphs: string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** Said below the action: how long it works, what to do when one did not ask for it. */
  afterword?: string;
};

/** Makes a German message, as text and as HTML. Every message says that the platform is about play money. */
export function composeMail(brandName: string, draft: MailDraft): MailMessage {
  const footer = `${brandName} · ${PLAY_MONEY_NOTICE}`;
  const text = [
    'Guten Tag,',
    ...draft.paragraphs,
    ...(draft.action ? [`${draft.action.label}:\n${draft.action.url}`] : []),
    ...(draft.afterword ? [draft.afterword] : []),
    `--\n${footer}`,
  ].join('\n\n');
  return { to: draft.to, subject: `${draft.subject} – ${brandName}`, text, html: htmlOf(draft, footer) };
}

// Mail programs know neither style sheets nor custom properties, so the few styles stand inline.
const PARAGRAPH = 'margin:0 0 16px';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1f2937;color:#ffffff;text-decoration:none';
const MUTED = 'margin:0 0 16px;color:#4b5563;font-size:14px';

function htmlOf(draft: MailDraft, footer: string): string {
  const paragraph = (text: string) => `<p style="${PARAGRAPH}">${escapeHtml(text)}</p>`;
  const body = ['Guten Tag,', ...draft.paragraphs].map(paragraph);
  if (draft.action) {
    const url = escapeHtml(draft.action.url);
    body.push(
      `<p style="${PARAGRAPH}"><a href="${url}" style="${BUTTON}">${escapeHtml(draft.action.label)}</a></p>`,
      `<p style="${MUTED}">Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:<br><a href="${url}">${url}</a></p>`,
    );
  }
  if (draft.afterword) body.push(`<p style="${MUTED}">${escapeHtml(draft.afterword)}</p>`);
  body.push(`<p style="${MUTED}"><strong>${escapeHtml(footer)}</strong></p>`);
  return `<!doctype html>
<html lang="de">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(draft.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6">
<div style="max-width:560px;margin:0 auto;padding:24px;border-radius:12px;background:#ffffff;color:#111827;font:16px/1.5 sans-serif">
${body.join('\n')}
</div>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
