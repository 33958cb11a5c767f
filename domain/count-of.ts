/** "1 FAQ", "1,500 FAQs". */
export const countOf =
  (one: string, many: string) =>
  (total: number): string =>
    `${total.toLocaleString('en-GB')} ${total === 1 ? one : many}`;
