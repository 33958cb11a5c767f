/** A program's questions while an admin edits them: what is typed, and what becomes of it. */
import { numberOrText } from '#domain/numbers.ts';
import { invalid, type FieldProblems } from '#domain/problem.ts';
import {
  QUESTION_RULES,
  canCondition,
  canDecide,
  hasBounds,
  type QuestionKind,
} from '#domain/questions/rules.ts';
import { readQuestions } from '#domain/questions/definitions.ts';
import type { Bound, Question } from '#domain/questions/schema.ts';
import { randomKey } from '#app/api/random-key.ts';
import type { FormProblem } from '#app/ui/form-values.ts';

/** Numbers and days as typed, options one to a line. */
export type Item = {
  /** Names it on the screen; the id of a saved one. */
  key: string;
  id: string | null;
  kind: QuestionKind;
  label: string;
  help: string;
  is_required: boolean;
  max_length: string;
  min: string;
  max: string;
  options: string;
  decides: boolean;
  /** Those that qualify: options, `true` or `false`. */
  values: string[];
  from: string;
  until: string;
  sentence: string;
  /** Asked only if another one has this answer. */
  condition: { key: string; equals: string } | null;
  is_retired: boolean;
};

export const newItem = (): Item => ({
  key: randomKey(),
  id: null,
  kind: 'short_text',
  ...{ label: '', help: '', is_required: false, max_length: '', min: '', max: '', options: '' },
  ...{ decides: false, values: [], from: '', until: '', sentence: '' },
  condition: null,
  is_retired: false,
});

const typed = (bound: Bound | undefined): string => (bound === null ? '' : String(bound ?? ''));

export function toItem(question: Question): Item {
  const { id, eligible, shown_if, options } = question;
  const range = eligible && !('values' in eligible) ? eligible : undefined;
  return {
    ...question,
    key: id,
    help: question.help ?? '',
    max_length: typed(question.max_length),
    min: typed(question.min),
    max: typed(question.max),
    options: (options ?? []).join('\n'),
    decides: eligible !== null,
    values: eligible && 'values' in eligible ? eligible.values.map(String) : [],
    from: typed(range?.min),
    until: typed(range?.max),
    sentence: eligible?.sentence ?? '',
    condition: shown_if && { key: shown_if.question_id, equals: String(shown_if.equals) },
  };
}

/** Questions of another program, as new ones of this. */
export function copyItems(questions: readonly Question[]): Item[] {
  const items = questions.filter(({ is_retired }) => !is_retired).map(toItem);
  const keys = new Map(items.map(({ key }) => [key, randomKey()]));
  return items.map((item) => ({
    ...item,
    id: null,
    key: keys.get(item.key)!,
    condition: item.condition && {
      ...item.condition,
      key: keys.get(item.condition.key) ?? item.condition.key,
    },
  }));
}

export const optionsOf = ({ options }: Pick<Item, 'options'>): string[] =>
  options
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What another question may depend on, and who qualifies: values with what they read. */
export const answersOf = (item: Pick<Item, 'kind' | 'options'>): string[] =>
  item.kind === 'yes_no' ? ['true', 'false'] : [...new Set(optionsOf(item))];

export const liveOf = (items: readonly Item[]): Item[] =>
  items.filter(({ is_retired }) => !is_retired);

/** Those that are asked only after an answer to this one. */
export const dependantsOf = (items: readonly Item[], { key }: Item): Item[] =>
  liveOf(items).filter(({ condition }) => condition?.key === key);

/** Earlier ones that `item` may depend on, each with its place from 0. */
export const conditionsFor = (live: readonly Item[], item: Item): [place: number, Item][] =>
  [...live.entries()].filter(
    ([place, one]) => canCondition(one.kind) && place < live.indexOf(item),
  );

type Payload = Record<string, unknown>;

function readBound(kind: QuestionKind, text: string): Bound {
  if (text.trim() === '') return null;
  return kind === 'number' ? numberOrText(text) : text;
}

function toEligible(item: Item): Payload | null {
  const { kind, sentence } = item;
  if (!item.decides || !canDecide(kind)) return null;
  if (hasBounds(kind))
    return { min: readBound(kind, item.from), max: readBound(kind, item.until), sentence };
  const values = answersOf(item).filter((one) => item.values.includes(one));
  return { values: values.map((one) => toAnswer(kind, one)), sentence };
}

const toAnswer = (kind: QuestionKind, value: string): string | boolean =>
  kind === 'yes_no' ? value === 'true' : value;

function toCondition({ condition }: Item, all: readonly Item[]): Payload | null {
  if (!condition) return null;
  const position = all.findIndex(({ key }) => key === condition.key);
  const other = all[position];
  const equals = toAnswer(other?.kind ?? 'choice', condition.equals);
  return other && !other.id ? { position, equals } : { question_id: condition.key, equals };
}

const toSent = (item: Item, _: number, all: readonly Item[]): Payload =>
  item.is_retired
    ? { id: item.id, is_retired: true }
    : {
        ...(item.id && { id: item.id }),
        kind: item.kind,
        label: item.label,
        help: item.help || null,
        is_required: item.is_required,
        max_length: item.max_length.trim() === '' ? null : numberOrText(item.max_length),
        min: readBound(item.kind, item.min),
        max: readBound(item.kind, item.max),
        options: optionsOf(item),
        eligible: toEligible(item),
        shown_if: toCondition(item, all),
        is_retired: false,
      };

export type CheckedItems = {
  /** What is sent: live ones in order, then the retired ones. */
  sent: Payload[];
  /** As they would be saved. */
  questions: Question[];
  problem: FormProblem | null;
};

/** Checks the list as the server does. `answered`: whose kind and options must stay. */
export function checkItems(
  items: readonly Item[],
  existing: readonly Question[],
  answered: ReadonlySet<string>,
): CheckedItems {
  const all = inOrder(items);
  const sent = all.map(toSent);
  const keys = all.filter(({ id }) => id === null).map(({ key }) => key);
  const read = readQuestions(sent, existing, () => keys.shift()!);
  const fields = { ...read.problems };
  for (const [id, field] of read.fixed)
    if (answered.has(id)) fields[field] ??= QUESTION_RULES.inUse;
  const isFit = Object.keys(fields).length === 0;
  const problem = isFit ? null : invalid(nameFields(fields, items)).toBody();
  return { sent, questions: read.questions, problem };
}

const inOrder = (items: readonly Item[]): Item[] => [
  ...liveOf(items),
  ...items.filter(({ is_retired }) => is_retired),
];

export const fieldName = ({ key }: Pick<Item, 'key'>, field: string): string => `${key}.${field}`;

/** `questions.2.label` by the question instead of its place, which may change meanwhile. */
export function nameFields(fields: FieldProblems, items: readonly Item[]): FieldProblems {
  const all = inOrder(items);
  return Object.fromEntries(
    Object.entries(fields).map(([name, wrong]) => {
      const [, place, field] = /^questions\.(\d+)\.(\w+)$/.exec(name) ?? [];
      const item = all[Number(place)];
      return [item && field ? fieldName(item, field) : name, wrong];
    }),
  );
}
