import { HtmlValidate } from 'html-validate';

const checker = new HtmlValidate({ extends: ['html-validate:standard'] });

/** What is wrong in a whole HTML document, with its line and column. */
export async function findInvalid(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, message }) => `${line}:${column} ${message}`),
  );
}
