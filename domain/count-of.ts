/** "1 FAQ", "1,500 FAQs". */
export const countOf =
  (one: string, many: string) =>
  (total: number): string =>
    `${total.toLocaleString('en-GB')} ${total === 1 ? one : many}`;

/** Choices in one line: those that would read as two stand in quotation marks. */
export const joinChoices = (choices: readonly string[], between = ', '): string =>
  choices.map((one) => (/[,;“”]/.test(one) ? `“${one}”` : one)).join(between);
