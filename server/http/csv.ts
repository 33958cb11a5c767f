/**
 * Comma-separated text for spreadsheets: RFC 4180, UTF-8 with a byte order mark. By hand: quoting
 * is one line, and the rest is about formulas, which libraries leave to their callers.
 */
import { Readable } from 'node:stream';
import type { Cell } from '../files/xlsx.ts';

/** Starts the file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets run a cell that begins like this as a formula; full-width forms count as well. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const neutralise = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

const quote = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Matches either; of the millions of cells in an export, hardly any does. */
const SPECIAL = /^[=+\-@\t\r\n＝＋－＠]|[",\r\n]/;

/** Runs as nothing: with an apostrophe it would be lost to every sum. */
const NEGATIVE = /^-\d+(\.\d+)?$/;

const encode = (text: string): string =>
  SPECIAL.test(text) && !NEGATIVE.test(text) ? quote(neutralise(text)) : text;

function textOf(cell: Cell): string {
  if (typeof cell !== 'object') return String(cell);
  return cell instanceof Date ? cell.toISOString() : cell.day;
}

/**
 * One line with its line ending. A text that would run as a formula is prefixed with an apostrophe.
 */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? encode(cell) : textOf(cell))).join(',')}\r\n`;

async function* linesOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  for await (const rows of batches) if (rows.length > 0) yield rows.map(csvLine).join('');
}

/** A whole file, one batch ahead of a slow reader, not sixteen. */
export const csvOf = (
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): Readable => Readable.from(linesOf(columns, batches), { highWaterMark: 1 });
