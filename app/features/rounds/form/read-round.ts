import { ROUND } from '#domain/rounds/messages.ts';
import { REGIONS } from '#domain/regions.ts';
import { ROUNDS } from '#domain/rounds/rules.ts';
import type { CreateRoundInput, Round } from '#domain/rounds/schema.ts';
import { invalid } from '#domain/problem.ts';
import type { Reading } from '#app/ui/form-values.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { roundLabels } from '../desk/labels.ts';

/** The fields of the form by name, as texts; a box that is not ticked is absent. */
export type RoundValues = Record<string, string>;

const roundForm = lazySchema(
  async () => (await import('#domain/rounds/schema.ts')).createRoundInput,
);

const BOXES = ['is_final', 'is_blind', 'shows_documents', 'spares_own_region'] as const;
const CRITERION = /^criteria\.(\d+)\.name$/;

/** The keys of the criteria that the form holds, in order. */
export const criteriaIn = (values: RoundValues): number[] =>
  Object.keys(values)
    .flatMap((name) => CRITERION.exec(name)?.[1] ?? [])
    .map(Number);

type Start = Pick<
  Round,
  | ('is_final' | 'regions' | 'places' | 'is_blind' | 'shows_documents' | 'reviews_per_proposal')
  | ('spares_own_region' | 'comments' | 'near_points' | 'near_ties' | 'closes_at')
  | ('decline_text' | 'criteria')
>;

/** What the form begins with. */
export function valuesOf(round: Start & Partial<Round>): RoundValues {
  return {
    program_id: round.program_id ?? '',
    name: round.name ?? '',
    position: String(round.position ?? ''),
    places: String(round.places ?? ''),
    closes_at: round.closes_at?.slice(0, 16) ?? '',
    reviews_per_proposal: String(round.reviews_per_proposal),
    comments: round.comments,
    near_points: String(round.near_points),
    near_ties: round.near_ties,
    decline_text: round.decline_text ?? '',
    ...Object.fromEntries(BOXES.filter((name) => round[name]).map((name) => [name, 'true'])),
    ...Object.fromEntries(
      (round.regions ?? []).map((one) => [`regions.${REGIONS.indexOf(one as never)}`, 'true']),
    ),
    ...Object.fromEntries((round.judge_ids ?? []).map((id) => [`judge_ids.${id}`, 'true'])),
    ...Object.assign({}, ...round.criteria.map(criterionValues)),
  };
}

const criterionValues = (
  { id, name, question, weight, anchors }: Round['criteria'][number],
  key: number,
): RoundValues => ({
  [`criteria.${key}.id`]: id,
  [`criteria.${key}.name`]: name,
  [`criteria.${key}.question`]: question,
  [`criteria.${key}.weight`]: String(weight),
  ...Object.fromEntries(anchors.map((text, at) => [`criteria.${key}.anchors.${at}`, text])),
});

/** A number, null where nothing is typed, or else what was typed, which the schema refuses. */
const numberOf = (text: string | undefined): unknown => {
  if (!text?.trim()) return null;
  return Number.isNaN(Number(text)) ? text : Number(text);
};

function readCriterion(values: RoundValues, key: number) {
  const at = (name: string) => values[`criteria.${key}.${name}`] ?? '';
  const anchors = Array.from({ length: ROUNDS.scores }, (_, score) => at(`anchors.${score}`));
  const weight = numberOf(at('weight'));
  const isWeight =
    Number.isInteger(weight) && (weight as number) >= 1 && (weight as number) <= ROUNDS.weight;
  const fields: Record<string, string> = {
    ...(!at('name').trim() && { [`criteria.${key}.name`]: roundLabels.noName }),
    ...(!isWeight && { [`criteria.${key}.weight`]: ROUND.weight }),
    ...Object.fromEntries(
      anchors
        .map((text, score) => [`criteria.${key}.anchors.${score}`, text] as const)
        .filter(([, text]) => !text.trim())
        .map(([name]) => [name, roundLabels.noAnchor]),
    ),
  };
  const id = at('id');
  const criterion = { name: at('name'), question: at('question'), weight, anchors };
  return { fields, criterion: id ? { id, ...criterion } : criterion };
}

const chosenIn = (values: RoundValues, group: string): string[] =>
  Object.keys(values)
    .filter((name) => name.startsWith(`${group}.`))
    .map((name) => name.slice(group.length + 1));

const toInput = (values: RoundValues, criteria: unknown) => {
  const regions = chosenIn(values, 'regions').map((at) => REGIONS[Number(at)]);
  return {
    ...(values['program_id'] !== undefined && { program_id: values['program_id'] }),
    name: values['name'],
    ...(values['position']?.trim() && { position: numberOf(values['position']) }),
    places: numberOf(values['places']),
    closes_at: values['closes_at'] || null,
    reviews_per_proposal: numberOf(values['reviews_per_proposal']),
    comments: values['comments'],
    near_points: numberOf(values['near_points']),
    near_ties: values['near_ties'],
    decline_text: values['decline_text'],
    ...Object.fromEntries(BOXES.map((name) => [name, name in values])),
    regions: regions.length > 0 ? regions : null,
    judge_ids: chosenIn(values, 'judge_ids'),
    criteria,
  };
};

/** Reads the form with the schema of the API; each criterion's refusals stand at its fields. */
export async function readRound(data: FormData): Promise<Reading<CreateRoundInput>> {
  const values = Object.fromEntries(data) as RoundValues;
  const rubric = criteriaIn(values).map((key) => readCriterion(values, key));
  const wrong = Object.assign({}, ...rubric.map(({ fields }) => fields)) as RoundValues;
  const criteria = rubric.map(({ criterion }) => criterion);
  const reading = await checkForm(roundForm, toInput(values, criteria));
  const isRubricWrong = Object.keys(wrong).length > 0;
  if (!isRubricWrong || (reading.problem && !reading.problem.fields)) return reading;
  // The schema says it of the rubric as a whole.
  const { criteria: _, ...others } = reading.problem?.fields ?? {};
  return { problem: invalid({ ...others, ...wrong }).toBody() };
}
