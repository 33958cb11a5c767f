/** Of files that answer questions; apart, as few programs ask for any. */

/** `help` is the program's own; `limit` as in "20 MB". */
export const fileHint = (help: string | null, limit: string): string =>
  [help, `One PDF, at most ${limit}, or up to 10 pictures, which become one PDF.`]
    .filter(Boolean)
    .join('\n');

/** A PDF that is made of pictures on the device. */
export const pictureLabels = {
  file: 'File',
  add: 'Add pictures',
  making: (done: number, count: number): string => `Making a PDF: picture ${done + 1} of ${count}`,
  made: (count: number): string =>
    count === 1 ? 'A PDF of 1 picture.' : `A PDF of ${count} pictures.`,
  mixed: 'Choose either one PDF or pictures.',
  tooMany: (most: number): string => `Choose at most ${most} pictures.`,
  unreadable: (name: string): string =>
    `${name} cannot be shown here, so it cannot go into the PDF. Choose another picture, or take it again.`,
  failed: 'The PDF could not be made on this device. Choose a PDF instead.',
} as const;
