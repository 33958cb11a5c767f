/**
 * First bytes of a file, and whether they may begin a PDF: the checks of browser and server are
 * tested against the same list.
 */
export const PDF_HEADERS: [string, boolean][] = [
  ['%PDF-1.7', true],
  ['%PDF-', true],
  ['%PDF-x', true],
  [' '.repeat(1019) + '%PDF-', true],
  [' '.repeat(1020) + '%PDF-', false],
  ['%PDF', false],
  ['PK', false],
];
