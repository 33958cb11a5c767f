/** The words of the public pages about a program's own questions. */
export const questionsPage = {
  /** The link to the sheet. */
  link: 'See all questions first',
  title: 'All questions',
  titleOf: (program: string) => `All questions: ${program}`,
  describe: (program: string) =>
    `Every question that ${program} asks, on one sheet to print and prepare.`,
  lead: 'Everything the form asks, on one sheet. Print it and prepare your answers before you start.',
  count: (total: number) => (total === 1 ? '1 question' : `${total} questions`),
  always: 'Every proposal also needs',
  required: 'Required',
  optional: 'Optional',
  nothing: 'There is no such program, or it has no questions to show.',
  back: 'Back to the program',
} as const;

/** The words of "Can you apply?". */
export const eligibilityPage = {
  link: 'Can you apply?',
  title: 'Can you apply?',
  failed: 'We could not check your answers. Check your connection and try again.',
  titleOf: (program: string) => `Can you apply? ${program}`,
  describe: (program: string) =>
    `Answer a few questions and see whether your business can apply to ${program}. No account needed.`,
  lead: 'Answer these questions to see whether your business can apply.',
  kept: 'You need no account, and your answers are not saved.',
  check: 'Check my answers',
  yesTitle: 'Yes, you can apply',
  yesText: 'Your answers meet the conditions of this program. The form asks these questions again.',
  yesSoon: 'Your answers meet the conditions of this program. Come back when it opens.',
  yesClosed: 'Your answers meet the conditions of this program, but its deadline has passed.',
  noTitle: 'You can’t apply to this program',
  noText: 'One of our other programs may fit.',
  others: 'See open programs',
  attention: (count: number) =>
    count === 1
      ? 'There is a problem with one answer.'
      : `There is a problem with ${count} answers.`,
  unanswered: 'Answer the questions first.',
  answer: 'The answer',
} as const;

/** How an answer has to look, in words. */
export const answerWords = {
  oneOf: 'Choose one',
  anyOf: 'Choose any',
  text: (characters: string) => `Text, at most ${characters} characters`,
  file: 'A PDF, or up to 10 pictures',
  number: 'A number',
  numberFrom: (least: string) => `A number, ${least} or more`,
  numberUntil: (most: string) => `A number, ${most} or less`,
  numberBetween: (least: string, most: string) => `A number from ${least} to ${most}`,
  date: 'A date',
  dateFrom: (day: string) => `A date, ${day} or later`,
  dateUntil: (day: string) => `A date, ${day} or earlier`,
  dateBetween: (from: string, until: string) => `A date from ${from} to ${until}`,
  onlyIf: (answer: string, place: number, label: string) =>
    `Only if you answer “${answer}” to question ${place}: ${label}`,
} as const;
