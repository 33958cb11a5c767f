/**
 * A workbook with one sheet, written while its rows are read. Only what is a number or a date to us
 * is one there: texts stay text, so that phone numbers keep their zero and nothing runs as a
 * formula. By hand, over the library for ZIP files: the kept libraries for workbooks hold all rows
 * in memory.
 */
import { Readable } from 'node:stream';
import { DAY_MS } from '#domain/constants.ts';
import { zipOf, type ZipEntry } from './zip.ts';

/** What a cell of an export holds: a text, a number, an instant, or a day as in 2026-11-28. */
export type Cell = string | number | Date | { day: string };

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
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
const NUMBER = 0;
const TEXT = 1;
const HEADING = 2;
const INSTANT = 3;
const DAY = 4;

const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
const SHEET_END = '</sheetData></worksheet>';

/** Widths of columns, in characters: as wide as what stands in them, within these. */
const [NARROWEST, WIDEST] = [10, 50];

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

const textCell = (text: string, style: number): string =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${encode(text)}</t></is></c>`;
const valueCell = (value: number, style: number): string => `<c s="${style}"><v>${value}</v></c>`;

/** Spreadsheets count days, and wrongly before March 1900. */
const serialOf = (at: Date): number => at.getTime() / DAY_MS + 25_569;
const FIRST_SERIAL = 61;

function cellOf(cell: Cell): string {
  if (typeof cell === 'string') return textCell(cell, TEXT);
  if (typeof cell === 'number') return valueCell(cell, NUMBER);
  if (cell instanceof Date) return valueCell(serialOf(cell), INSTANT);
  const serial = serialOf(new Date(cell.day));
  return serial < FIRST_SERIAL ? textCell(cell.day, TEXT) : valueCell(serial, DAY);
}

const line = (cells: readonly string[]): string => `<row>${cells.join('')}</row>`;

/** An instant is written in nineteen characters; of texts, the longest line counts. */
const charsOf = (cell: Cell): number =>
  typeof cell === 'object'
    ? 20
    : Math.max(
        ...String(cell)
          .slice(0, WIDEST)
          .split('\n')
          .map((text) => text.length),
      );

/** As wide as the headings and the first rows need: the rest is not read yet. */
function columnsOf(rows: readonly (readonly Cell[])[]): string {
  const widths = rows[0]!.map((_, at) =>
    Math.min(WIDEST, Math.max(NARROWEST, ...rows.map((row) => charsOf(row[at]!) + 2))),
  );
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols><sheetData>`;
}

async function* sheetOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  let start = SHEET_START;
  const headed = (rows: readonly (readonly Cell[])[]): string =>
    columnsOf([columns, ...rows]) + line(columns.map((text) => textCell(text, HEADING)));
  for await (const rows of batches) {
    if (start) start += headed(rows);
    yield start + rows.map((cells) => line(cells.map(cellOf))).join('');
    start = '';
  }
  yield (start && start + headed([])) + SHEET_END;
}

/** Reads the rows no faster than the file is sent. */
export function xlsxOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): Readable {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, text] of Object.entries(PARTS))
      yield { name, stream: Readable.from([Buffer.from(text)]), isCompressed: true };
    const sheet = Readable.from(sheetOf(columns, batches), { objectMode: false, highWaterMark: 1 });
    yield { name: 'xl/worksheets/sheet1.xml', stream: sheet, isCompressed: true };
  }
  return zipOf(entries());
}
