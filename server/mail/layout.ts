/**
 * The layout of mails: plain text and HTML from the same content, readable on a phone, loading
 * nothing.
 */
import { site } from '#content/site.ts';
import { escapeHtml } from '../text/escape-html.ts';

type MailInput = {
  subject: string;
  greeting?: string;
  paragraphs: string[];
  /** A one-time code, set large. */
  code?: string;
  action?: { label: string; url: string };
};

type RenderedMail = { subject: string; text: string; html: string };

/**
 * Renders a mail from its content; every value is escaped, and the subject is one line.
 * `action.url` must be built from the public address.
 */
export function renderMail(input: MailInput): RenderedMail {
  const mail = { ...input, subject: input.subject.replace(/\s+/g, ' ') };
  return { subject: mail.subject, text: renderText(mail), html: renderHtml(mail) };
}

const signature = [site.name, ...site.address, site.phone];

function renderText({ greeting, paragraphs, code, action }: MailInput): string {
  const [first, ...rest] = paragraphs;
  const blocks = [
    greeting,
    first,
    code && `    ${code}`,
    ...rest,
    action && `${action.label}:\n${action.url}`,
    `-- \n${signature.join('\n')}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const TEXT = "font:17px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#14201b";
const p = (html: string, style = '') => `<p style="margin:0 0 16px;${TEXT};${style}">${html}</p>`;

/** The pattern band as table cells: mail programs do not render SVG. */
const BAND = '#0e4d3a #e7a917 #0e4d3a #a63d2f #22335c #e7a917 #0e4d3a #1f6570'
  .split(' ')
  .map(
    (colour) => `<td style="height:8px;background:${colour};font-size:0;line-height:0">&nbsp;</td>`,
  )
  .join('');

/** Of the web and of mail; bounded, so that no text takes longer than its length. */
const ADDRESSES =
  /https?:\/\/[^\s<>"“”]{1,2000}|(?<![\w.+%-])[\w.+%-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi;
/** What ends a sentence, or a bracket around the address, is not of it. */
const AFTER = /(?<![.,;:!?)\]}'’])[.,;:!?)\]}'’]+$/;

/** Escaped, with its addresses as links. */
function withLinks(text: string): string {
  let [html, last] = ['', 0];
  for (const { 0: found, index } of text.matchAll(ADDRESSES)) {
    const address = found.slice(0, found.length - (AFTER.exec(found)?.[0].length ?? 0));
    const href = /^http/i.test(address) ? address : `mailto:${address}`;
    const link = `<a href="${escapeHtml(href)}" style="color:#0e4d3a">${escapeHtml(address)}</a>`;
    html += escapeHtml(text.slice(last, index)) + link;
    last = index + address.length;
  }
  return html + escapeHtml(text.slice(last));
}

const GREETING =
  /^(?:dear|hello|hi|good (?:morning|afternoon|evening))\b[^,!?:;]{0,60}(?<!\.)[,!:]?$/i;

/** The line with which a text greets, if it has one: it takes the place of ours. */
export function splitGreeting(text: string): { greeting?: string; rest: string } {
  const [first = '', ...lines] = text.split('\n');
  const rest = lines.join('\n').trim();
  return rest !== '' && GREETING.test(first.trim())
    ? { greeting: first.trim(), rest }
    : { rest: text };
}

function renderHtml({ subject, greeting, paragraphs, code, action }: MailInput): string {
  const [first, ...rest] = paragraphs.map((paragraph) =>
    p(withLinks(paragraph).replaceAll('\n', '<br>')),
  );
  const codeBlock =
    code &&
    `<p style="margin:0 0 16px;padding:16px;background:#f2ebdd;border-radius:4px;text-align:center;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em;color:#14201b">${escapeHtml(code)}</p>`;
  const button =
    action &&
    `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:13px 20px;border-radius:4px;background:#0e4d3a;color:#fbf7ef;font:600 17px/1.2 system-ui,sans-serif;text-decoration:none">${escapeHtml(action.label)}</a></p>${p(`Or open this address: ${withLinks(action.url)}`, 'font-size:14px;color:#4c5851;word-break:break-all')}`;
  const body = [greeting && p(escapeHtml(greeting)), first, codeBlock, ...rest, button]
    .filter(Boolean)
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#fbf7ef">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;margin:0 auto;background:#fffdf8">
<tr><td><table role="presentation" cellpadding="0" cellspacing="0" style="width:100%"><tr>${BAND}</tr></table></td></tr>
<tr><td style="padding:24px 20px 8px">
<p style="margin:0 0 20px;font:700 20px/1.2 system-ui,sans-serif;color:#0e4d3a">${escapeHtml(site.name)}</p>
${body}
</td></tr>
<tr><td style="padding:16px 20px 28px;border-top:1px solid #ddd3c0;font:14px/1.5 system-ui,sans-serif;color:#4c5851">${signature.map(escapeHtml).join('<br>')}</td></tr>
</table>
</body></html>
`;
}
