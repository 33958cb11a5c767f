/** Downloads workbooks and reads them as a spreadsheet does. */
import type { Person, TestApp } from './app.ts';
import { readZip } from './zip-files.ts';

export async function fetchWorkbook(
  { url }: Pick<TestApp, 'url'>,
  { token }: Pick<Person, 'token'>,
  path: string,
) {
  const answer = await fetch(`${url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const parts = readZip(Buffer.from(await answer.arrayBuffer()));
  return { answer, sheet: parts.get('xl/worksheets/sheet1.xml')!.toString(), parts };
}

const CELL =
  /<c\/>|<c (?:t="inlineStr" )?s="(\d)">(?:<is><t xml:space="preserve">(.*?)<\/t>|<v>(.*?)<\/v>)/gs;
/** The formats of styles.xml, by their place. */
const [INSTANT, DAY] = ['3', '4'];
const dateOf = (serial: string): string =>
  new Date(Math.round((Number(serial) - 25_569) * 86_400_000)).toISOString();

function valueOf(style: string, value: string): unknown {
  if (style === DAY) return { day: dateOf(value).slice(0, 10) };
  return style === INSTANT ? { instant: dateOf(value) } : Number(value);
}

/** What its cells hold, row by row: texts, numbers, `{ instant }` and `{ day }`. */
export const cellsOf = (sheet: string): unknown[][] =>
  sheet
    .split('<row>')
    .slice(1)
    .map((row) =>
      [...row.matchAll(CELL)].map(([, style, text, value]) =>
        value === undefined ? (text ?? '') : valueOf(style!, value),
      ),
    );

/** The same as texts. */
export const textsOf = (sheet: string): string[][] =>
  cellsOf(sheet).map((row) =>
    row.map((cell) => String(typeof cell === 'object' ? Object.values(cell!)[0] : cell)),
  );
