import { tooLong } from '../plain-text.ts';

/** Limits of a program's own questions and of answers to them. */
export const QUESTIONS = {
  /** Live ones of one program. */
  perProgram: 40,
  /** Live ones that take a file. */
  files: 5,
  label: 200,
  help: 500,
  shortText: 200,
  longText: 10_000,
  option: 100,
  sentence: 300,
  fewestOptions: 2,
  options: 30,
  /** Of a number. */
  digits: 15,
  /** Bytes of a draft, and of the request that saves it as JSON with escapes. */
  draftBytes: 2_000_000,
  requestBytes: 6_000_000,
  /** Characters of answers in the mailed copy. */
  mailed: 5_000,
} as const;

/** The kinds of answers, and what a question of each can have; apart, as it needs no schema. */
export const QUESTION_KINDS = [
  'short_text',
  'long_text',
  'number',
  'date',
  'yes_no',
  'choice',
  'choices',
  'file',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const isText = (kind: QuestionKind): boolean =>
  kind === 'short_text' || kind === 'long_text';
export const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices';
export const hasBounds = (kind: QuestionKind): boolean => kind === 'number' || kind === 'date';
export const canDecide = (kind: QuestionKind): boolean =>
  hasBounds(kind) || kind === 'yes_no' || kind === 'choice';
/** What another question may depend on. */
export const canCondition = (kind: QuestionKind): boolean => kind === 'yes_no' || kind === 'choice';

/** One PDF, which is sent as a document is; its key is the question's id. */
export const isFile = (kind: QuestionKind): boolean => kind === 'file';

/** What proposals can be filtered by. */
export const canFilter = (kind: QuestionKind): boolean => kind === 'yes_no' || hasOptions(kind);

/** The name of an answer in `fields` of a refusal. */
export const answerField = (questionId: string): string => `answers.${questionId}`;

/** The id in such a name; undefined if it names another field. */
export const questionIdOf = (field: string): string | undefined =>
  /^answers\.(.+)$/.exec(field)?.[1];

const most = (count: number): string => count.toLocaleString('en-GB');

/** For the admin who writes the questions. */
export const QUESTION_RULES = {
  list: 'Send the questions as a list.',
  tooMany: `A program can ask at most ${QUESTIONS.perProgram} questions.`,
  tooManyFiles: `A program can ask for at most ${QUESTIONS.files} files.`,
  unknown: 'This question does not belong to the program.',
  twice: 'This question is in the list twice.',
  kind: 'Choose the kind of answer.',
  label: 'Enter the question.',
  labelLong: tooLong('the question', QUESTIONS.label),
  helpLong: tooLong('the help text', QUESTIONS.help),
  required: 'Say whether an answer is required: true or false.',
  retired: 'Say whether the question is retired: true or false.',
  maxLength: (max: number) =>
    `The longest answer is a whole number of characters from 1 to ${most(max)}.`,
  number: 'Enter a number of at most 15 digits.',
  date: 'Enter a day as YYYY-MM-DD.',
  order: 'The smallest value cannot be above the largest.',
  options: `Enter ${QUESTIONS.fewestOptions} to ${QUESTIONS.options} options.`,
  optionLong: `An option can have at most ${QUESTIONS.option} characters.`,
  optionTwice: 'Each option can be offered only once.',
  condition:
    'A question can only depend on an earlier question of this list that is answered with yes or no, or with one option.',
  conditionAnswer: 'Choose one of the answers to the question that this one depends on.',
  eligibleKind: 'Only yes or no, one option, a number or a date can decide who can apply.',
  eligible: 'Say which answers qualify.',
  eligibleSentence: `Enter what to tell everyone else, in at most ${QUESTIONS.sentence} characters.`,
  eligibleCondition:
    'A question that decides who can apply can only depend on another one that does.',
  inUse:
    'Somebody has answered this question, so its kind and its options must stay. You can add options, or replace the question with a new one.',
} as const;

/** For the applicant who answers them. */
export const ANSWER_RULES = {
  list: 'Send the answers by question.',
  required: 'Answer this question.',
  file: 'Choose a PDF file.',
  fileComing:
    'This file has not arrived yet. Wait for it, name it with your submission, or take it out.',
  fileDigest: 'Name this file by its size in bytes and its SHA-256.',
  text: 'Answer with text.',
  long: (max: number) => `This answer can have at most ${most(max)} characters.`,
  number: 'Answer with a number.',
  digits: 'Answer with a number of at most 15 digits.',
  date: 'Answer with a real date.',
  yesNo: 'Answer yes or no.',
  choice: 'Choose one of the options.',
  choices: 'Choose from the options, each at most once.',
  least: (min: string) => `Answer with ${min} or more.`,
  greatest: (max: string) => `Answer with ${max} or less.`,
  from: (day: string) => `Answer with ${day} or a later day.`,
  until: (day: string) => `Answer with ${day} or an earlier day.`,
  retired: 'This question is no longer asked.',
  unfit: 'This value does not fit here.',
  filter: 'This question does not exist, or you cannot filter by it.',
  filterOption: 'This is not one of the answers to this question.',
  filterNumber: 'Enter a number to filter by.',
  filterDate: 'Enter a date to filter by, such as 2026-12-01.',
  draftTooLarge: 'A draft can hold at most 2 MB of answers.',
} as const;
