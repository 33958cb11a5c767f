/** Our own sentences about a program's own questions, and answers to them. */
import { QUESTIONS } from './limit-rules.ts';
import { tooLong } from '../plain-text.ts';

const most = (count: number): string => count.toLocaleString('en-GB');

/** For the admin who writes the questions. */
export const QUESTION_RULES = {
  list: 'Please send the questions as a list.',
  tooMany: `A program can ask at most ${QUESTIONS.perProgram} questions.`,
  unknown: 'This question does not belong to the program.',
  twice: 'This question is in the list twice.',
  kind: 'Please choose the kind of answer.',
  label: 'Please enter the question.',
  labelLong: tooLong('the question', QUESTIONS.label),
  helpLong: tooLong('the help text', QUESTIONS.help),
  required: 'Please say whether an answer is required: true or false.',
  retired: 'Please say whether the question is retired: true or false.',
  maxLength: (max: number) =>
    `The longest answer is a whole number of characters from 1 to ${most(max)}.`,
  number: 'Please enter a number of at most 15 digits.',
  date: 'Please enter a day as YYYY-MM-DD.',
  order: 'The smallest value cannot be above the largest.',
  options: `Please enter ${QUESTIONS.fewestOptions} to ${QUESTIONS.options} options.`,
  optionLong: `An option can have at most ${QUESTIONS.option} characters.`,
  optionTwice: 'Each option can be offered only once.',
  condition:
    'A question can only depend on an earlier question of this list that is answered with yes or no, or with one option.',
  conditionAnswer: 'Please choose one of the answers to the question that this one depends on.',
  eligibleKind: 'Only yes or no, one option, a number or a date can decide who can apply.',
  eligible: 'Please say which answers qualify.',
  eligibleSentence: `Please enter what people are told otherwise, in at most ${QUESTIONS.sentence} characters.`,
  eligibleCondition:
    'A question that decides who can apply can only depend on another one that does.',
  inUse:
    'Somebody has answered this question, so its kind and its options must stay. You can add options, or replace the question with a new one.',
} as const;

/** For the applicant who answers them. */
export const ANSWER_RULES = {
  list: 'Please send the answers by question.',
  required: 'Please answer this question.',
  text: 'Please answer with text.',
  long: (max: number) => `This answer can have at most ${most(max)} characters.`,
  number: 'Please answer with a number.',
  digits: 'Please answer with a number of at most 15 digits.',
  date: 'Please answer with a day of the calendar.',
  yesNo: 'Please answer yes or no.',
  choice: 'Please choose one of the options.',
  choices: 'Please choose from the options, each at most once.',
  least: (min: string) => `Please answer with ${min} or more.`,
  greatest: (max: string) => `Please answer with ${max} or less.`,
  from: (day: string) => `Please answer with ${day} or a later day.`,
  until: (day: string) => `Please answer with ${day} or an earlier day.`,
  retired: 'This question is no longer asked.',
  unfit: 'This value does not fit here.',
  filter: 'This question of a program does not exist, or nobody can filter by it.',
  filterOption: 'This is not one of the answers to this question.',
  draftTooLarge: 'A draft can hold at most 2 MB of answers.',
} as const;
