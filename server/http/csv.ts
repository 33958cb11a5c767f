/** Comma-separated text for spreadsheets: RFC 4180, UTF-8 with a byte order mark. */

/** First in the file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet runs a cell that begins so as a formula; also its full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const neutralise = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

const quote = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** One line with its end. A cell that would run as a formula begins with an apostrophe. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quote(neutralise(cell))).join(',')}\r\n`;
