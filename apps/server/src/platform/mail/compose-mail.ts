import { isolated, PLAY_MONEY_NOTICE } from '@botdepot/contract';
import type { MailMessage } from './mail.ts';

export type MailDraft = {
  to: string;
  subject: string;
  /** Plain German paragraphs; line breaks and markup have no effect. */
  paragraphs: string[];
  /** Amount, reference, status: what one looks for in a message. */
  facts?: readonly { label: string; value: string }[] | undefined;
  /** The one thing to do. */
  action?: { label: string; url: string } | undefined;
  /** Said below the action: how long it works, what to do when one did not ask for it. */
  afterword?: string | undefined;
  /** Where one says which messages one wants. */
  manage?: { label: string; url: string } | undefined;
};

/** Makes a German message, as text and as HTML. Every message begins by saying that the platform is about play money. */
export function composeMail(brandName: string, draft: MailDraft): MailMessage {
  const { facts = [], action, afterword, manage } = draft;
  const text = [
    PLAY_MONEY_NOTICE,
    brandName,
    GREETING,
    ...draft.paragraphs.map(oneLine),
    ...(facts.length > 0
      ? [facts.map(({ label, value }) => `${oneLine(label)}: ${isolated(oneLine(value))}`).join('\n')]
      : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(afterword ? [oneLine(afterword)] : []),
    ...(manage ? [`${manage.label}:\n${manage.url}`] : []),
    `--\n${footerOf(brandName)}`,
  ].join('\n\n');
  const subject = oneLine(`${draft.subject} – ${brandName}`);
  return { to: draft.to, subject, text, html: htmlOf(brandName, draft) };
}

const GREETING = 'Guten Tag,';

const footerOf = (brandName: string): string => `${brandName} · ${PLAY_MONEY_NOTICE}`;

/** Texts of people reach subjects and lines; a line break in them must not begin a header or a paragraph. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/*
 * The palette of the app. Mail programs know neither custom properties nor, many of them, style sheets: the light colours
 * stand inline, and those that know dark mode take the classes. What knows neither shows the light sheet as it is.
 */
const PAGE = 'margin:0;padding:0;background:#f6f7f5';
const SHEET =
  "max-width:600px;margin:0 auto;background:#ffffff;color:#15212b;font:16px/1.5 Inter,'Helvetica Neue',Arial,sans-serif";
const BAND =
  'padding:6px 24px;background:#6b3fa0;color:#ffffff;font-size:14px;line-height:20px;font-weight:600;text-align:center';
const BODY = 'padding:24px';
const BRAND = 'margin:0 0 24px;font-size:20px;line-height:28px;font-weight:650;color:#0b5e6f';
const PARAGRAPH = 'margin:0 0 16px';
const FACTS = 'margin:0 0 16px;padding:12px 0;border-top:1px solid #d9dee1;border-bottom:1px solid #d9dee1';
const FACT = 'margin:0 0 4px';
const LABEL = 'color:#55636e';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5e6f;color:#ffffff;font-weight:600;text-decoration:none';
const MUTED = 'margin:0 0 16px;color:#55636e;font-size:14px;line-height:20px';
const LINK = 'color:#0b5e6f;overflow-wrap:anywhere';
const DARK = `@media (prefers-color-scheme:dark){.page{background:#0f161c!important}.sheet{background:#172129!important;color:#e8edf0!important}.band{background:#2a2238!important;color:#c9aef2!important}.facts{border-color:#2a3640!important}.muted{color:#9dabb5!important}.link,.brand{color:#5cc3d3!important}.button{background:#5cc3d3!important;color:#0f161c!important}}`;

function htmlOf(brandName: string, draft: MailDraft): string {
  const { facts = [], action, afterword, manage } = draft;
  const muted = (html: string) => `<p class="muted" style="${MUTED}">${html}</p>`;
  const body = [GREETING, ...draft.paragraphs].map(
    (text) => `<p style="${PARAGRAPH}">${escapeHtml(oneLine(text))}</p>`,
  );
  if (facts.length > 0)
    body.push(`<div class="facts" style="${FACTS}">${facts.map(factHtml).join('')}</div>`);
  if (action) {
    const url = escapeHtml(action.url);
    const label = escapeHtml(action.label);
    body.push(
      `<p style="${PARAGRAPH}"><a class="button" href="${url}" style="${BUTTON}">${label}</a></p>`,
      muted(`Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:<br>${linkHtml(url, url)}`),
    );
  }
  if (afterword) body.push(muted(escapeHtml(oneLine(afterword))));
  if (manage) body.push(muted(linkHtml(escapeHtml(manage.url), escapeHtml(manage.label))));
  body.push(muted(`<strong>${escapeHtml(footerOf(brandName))}</strong>`));
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(oneLine(draft.subject))}</title>
<style>${DARK}</style>
</head>
<body class="page" style="${PAGE}">
<div class="sheet" style="${SHEET}">
<div class="band" style="${BAND}">${escapeHtml(PLAY_MONEY_NOTICE)}</div>
<div style="${BODY}">
<p class="brand" style="${BRAND}">${escapeHtml(brandName)}</p>
${body.join('\n')}
</div>
</div>
</body>
</html>
`;
}

function factHtml({ label, value }: { label: string; value: string }): string {
  const name = `<span class="muted" style="${LABEL}">${escapeHtml(oneLine(label))}:</span>`;
  return `<p style="${FACT}">${name} <bdi>${escapeHtml(oneLine(value))}</bdi></p>`;
}

function linkHtml(url: string, label: string): string {
  return `<a class="link" href="${url}" style="${LINK}">${label}</a>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
