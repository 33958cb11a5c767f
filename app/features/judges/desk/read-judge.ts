/** One name on each line. */
const linesOf = (data: FormData, name: string): string[] =>
  String(data.get(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The fields of a judge as the API takes them. */
export const readJudge = (data: FormData): Record<string, unknown> => ({
  ...Object.fromEntries(data),
  organisations: linesOf(data, 'organisations'),
  ...(data.has('people') && { people: linesOf(data, 'people') }),
  is_named: data.has('is_named'),
});
