/**
 * The few pages that the server renders itself: strict, without scripts, in the colours of
 * app/styles/tokens.css.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../text/escape-html.ts';

const STYLE = `
:root{color-scheme:light dark;--paper:#fbf7ef;--raised:#fffdf8;--sunk:#f2ebdd;--ink:#14201b;--soft:#4c5851;--line:#ddd3c0;--primary:#0e4d3a;--kola:#a63d2f;--indigo:#22335c}
@media (prefers-color-scheme:dark){:root{--paper:#101814;--raised:#18221d;--sunk:#0a110e;--ink:#f3ecde;--soft:#b3b9b0;--line:#2d3a33;--primary:#8bd0b0;--kola:#f0a091;--indigo:#a9bfee}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:106.25%/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}
body::before{content:'';display:block;height:10px;background:repeating-linear-gradient(90deg,#0e4d3a 0 40px,#e7a917 40px 56px,#0e4d3a 56px 72px,#a63d2f 72px 104px,#22335c 104px 128px,#e7a917 128px 136px)}
main{max-width:62rem;margin:0 auto;padding:2rem clamp(1.125rem,5vw,3rem) 4rem}
h1{font-size:clamp(1.9rem,1.5rem + 2vw,2.8rem);line-height:1.1;letter-spacing:-.02em;margin:0 0 .75rem}
h2{font-size:1.35rem;margin:2.5rem 0 .5rem;padding-top:1.25rem;border-top:1px solid var(--line)}
p{margin:0 0 1rem;max-width:65ch}
a{color:var(--primary);text-underline-offset:.2em}
.way a{display:inline-block;padding:.55rem 0}
a:focus-visible,summary:focus-visible{outline:3px solid var(--indigo);outline-offset:2px}
code,pre,.code{font-family:ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
summary>*{min-width:0}
.soft{color:var(--soft);font-size:.882rem}
.item{border-top:1px solid var(--line);padding:1rem 0}
.body{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--raised);border:1px solid var(--line);border-radius:4px;padding:1rem;margin:.75rem 0 0;max-width:none;font:inherit}
.code{display:inline-block;font-weight:700;font-size:1.6rem;letter-spacing:.15em;background:var(--sunk);border-radius:4px;padding:.1em .4em}
table{border-collapse:collapse;width:100%;font-size:.882rem;margin:.5rem 0 1rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
summary{cursor:pointer;padding:.6rem 0;display:flex;flex-wrap:wrap;gap:.25rem .9rem;align-items:baseline}
details{border-top:1px solid var(--line)}
.verb{font:700 .8rem/1 ui-monospace,Menlo,Consolas,monospace;min-width:4.2em;color:var(--primary)}
.verb.DELETE{color:var(--kola)}.verb.PATCH,.verb.PUT{color:var(--indigo)}
.inner{padding:0 0 1rem}
button{font:inherit;font-weight:650;min-height:48px;padding:.5rem 1.25rem;border:0;border-radius:4px;background:var(--primary);color:var(--paper);cursor:pointer}
button:focus-visible{outline:3px solid var(--indigo);outline-offset:2px}
@media (min-width:48rem){.inner{padding-left:calc(4.2em + .9rem)}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const policyFor = (formAction: "'none'" | "'self'"): string =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

export const documentHeaders = {
  'content-security-policy': policyFor("'none'"),
  'x-robots-tag': 'noindex',
  'content-type': 'text/html; charset=utf-8',
};

export const formHeaders = { ...documentHeaders, 'content-security-policy': policyFor("'self'") };

/** A whole document. Takes a title and trusted HTML for the main part. */
export const renderDocument = (title: string, main: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main>${main}</main></body></html>`;

export const sendDocument = (reply: FastifyReply, title: string, main: string): FastifyReply =>
  reply.headers(documentHeaders).send(renderDocument(title, main));

/** For an address that the app cannot look up at all. */
export const sendNoPage = (reply: FastifyReply): FastifyReply =>
  sendDocument(
    reply.code(404),
    'Page Not Found',
    '<h1>Page Not Found</h1><p>There is nothing at this address. It may have moved, or the link may be mistyped.</p><p class="way"><a href="/">Back to Home</a></p>',
  );
