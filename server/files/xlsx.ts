/**
 * A workbook with one sheet of text cells, written while its rows are read. As text, phone numbers
 * keep their zero, and nothing becomes a date, a number or a formula. By hand, over the library for
 * ZIP files: the kept libraries for workbooks hold all rows in memory.
 */
import { Readable } from 'node:stream';
import { zipOf, type ZipEntry } from './zip.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** More does not fit into a cell. */
const CELL_CHARS = 32_767;
const CUT = ' … (cut here: a cell takes no more; the CSV has the whole text)';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relations = (...all: string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
const override = (name: string, type: string): string =>
  `<Override PartName="/xl/${name}.xml" ContentType="${PART}.${type}+xml"/>`;

const PARTS: Record<string, string> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${override('worksheets/sheet1', 'worksheet')}</Types>`,
  '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
  'xl/_rels/workbook.xml.rels': relations(
    relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    relation('rId2', 'styles', 'styles.xml'),
  ),
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Proposals" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  // Format 49 is "Text": what is typed into a cell later stays text too.
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
};
const TEXT = 1;
const HEADING = 2;

const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

/** Characters that XML 1.0 cannot contain. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
/** Would be read as an escaped character. */
const ESCAPE_LIKE = /_(?=x[0-9A-Fa-f]{4}_)/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function fitting(text: string): string {
  if (text.length <= CELL_CHARS) return text;
  return text.slice(0, CELL_CHARS - CUT.length) + CUT;
}

const encode = (text: string): string =>
  fitting(text.replaceAll('\r\n', '\n').replace(FORBIDDEN, ''))
    .toWellFormed()
    .replace(ESCAPE_LIKE, '_x005F_')
    .replace(/[&<>]/g, (character) => ENTITIES[character]!);

const cell = (text: string, style: number): string =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${encode(text)}</t></is></c>`;
const line = (cells: readonly string[], style: number): string =>
  `<row>${cells.map((text) => cell(text, style)).join('')}</row>`;

async function* sheetOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield SHEET_START + line(columns, HEADING);
  for await (const rows of batches) yield rows.map((cells) => line(cells, TEXT)).join('');
  yield SHEET_END;
}

/** Reads the rows no faster than the file is sent. */
export function xlsxOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): Readable {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, text] of Object.entries(PARTS))
      yield { name, stream: Readable.from([Buffer.from(text)]), isCompressed: true };
    const sheet = Readable.from(sheetOf(columns, batches), { objectMode: false, highWaterMark: 1 });
    yield { name: 'xl/worksheets/sheet1.xml', stream: sheet, isCompressed: true };
  }
  return zipOf(entries());
}
