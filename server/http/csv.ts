/**
 * Comma-separated text for spreadsheets: RFC 4180, UTF-8 with a byte order mark. By hand: quoting
 * is one line, and the rest is about formulas, which libraries leave to their callers.
 */
import { Readable } from 'node:stream';

/** Starts the file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets run a cell that begins like this as a formula; full-width forms count as well. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const neutralise = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

const quote = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Matches either; of the millions of cells in an export, hardly any does. */
const SPECIAL = /^[=+\-@\t\r\n＝＋－＠]|[",\r\n]/;

const encode = (cell: string): string => (SPECIAL.test(cell) ? quote(neutralise(cell)) : cell);

/**
 * One line with its line ending. A cell that would run as a formula is prefixed with an apostrophe.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(encode).join(',')}\r\n`;

async function* linesOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  for await (const rows of batches) if (rows.length > 0) yield rows.map(csvLine).join('');
}

/** A whole file, one batch ahead of a slow reader, not sixteen. */
export const csvOf = (
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): Readable => Readable.from(linesOf(columns, batches), { highWaterMark: 1 });
