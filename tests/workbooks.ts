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

/** The texts of its cells, row by row. */
export const textsOf = (sheet: string): string[][] =>
  sheet
    .split('<row>')
    .slice(1)
    .map((row) =>
      [
        ...row.matchAll(/<c\/>|<c t="inlineStr" s="\d"><is><t xml:space="preserve">(.*?)<\/t>/gs),
      ].map(([, text]) => text ?? ''),
    );
