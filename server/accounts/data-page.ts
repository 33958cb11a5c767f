/** What is stored about a person, as a page to read beside the JSON file. */
import { formatDateTime } from '#domain/dates.ts';
import { site } from '#content/site.ts';
import { escapeHtml } from '../text/escape-html.ts';

export type DataPart = [name: string, rows: AsyncIterable<object> | Iterable<object>];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}dl{border-top:1px solid #ccc;padding-top:.5rem}dt{font-weight:600}dd{margin:0 0 .5rem;white-space:pre-wrap}';

/** `refused_attempts` → "Refused attempts". */
const titleOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Streamed: each list is read while it is written. An empty one is left out. */
export async function* dataPage(now: Date, parts: DataPart[]): AsyncGenerator<string> {
  const title = `Your data at ${site.name}`;
  yield `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style>`;
  yield `<h1>${escapeHtml(title)}</h1><p>As of ${formatDateTime(now)}. The file data.json holds the same data for computer programs. Your documents are in the same folder.</p>`;
  for (const [name, rows] of parts) {
    let isFirst = true;
    for await (const row of rows) {
      if (isFirst) yield `\n<h2>${escapeHtml(titleOf(name))}</h2>`;
      isFirst = false;
      yield `\n<dl>${fieldsOf(row)}</dl>`;
    }
  }
  yield '\n</html>\n';
}

const fieldsOf = (row: object): string =>
  Object.entries(row)
    .map(([name, value]) => [name, wordsOf(value)] as const)
    .filter(([, words]) => words !== '')
    .map(([name, words]) => `<dt>${escapeHtml(titleOf(name))}</dt><dd>${escapeHtml(words)}</dd>`)
    .join('');

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return formatDateTime(value);
  if (typeof value === 'string')
    return INSTANT.test(value) ? formatDateTime(new Date(value)) : value;
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
