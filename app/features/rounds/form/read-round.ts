import { ROUND } from '#domain/rounds/messages.ts';
import { REGIONS } from '#domain/regions.ts';
import { OF_KIND } from '#domain/rounds/new-round.ts';
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
const SESSION = /^sessions\.(\d+)\.from$/;
export const MINUTES = ['pitch', 'questions', 'change'] as const;

const keysIn = (pattern: RegExp) => (values: RoundValues) =>
  Object.keys(values)
    .flatMap((name) => pattern.exec(name)?.[1] ?? [])
    .map(Number);

/** The keys of the criteria that the form holds, in order; and of the sessions. */
export const criteriaIn = keysIn(CRITERION);
export const sessionsIn = keysIn(SESSION);

type Start = Pick<
  Round,
  | ('is_final' | 'regions' | 'places' | 'is_blind' | 'shows_documents' | 'reviews_per_proposal')
  | ('spares_own_region' | 'comments' | 'near_points' | 'near_ties' | 'closes_at')
  | ('decline_text' | 'selected_text' | 'criteria')
  | ('kind' | 'minutes' | 'sessions' | 'venue' | 'date')
>;

/** What the form begins with. */
export function valuesOf(round: Start & Partial<Round>): RoundValues {
  const { regions, judge_ids: judges } = round;
  return {
    ...textsOf(round),
    ...Object.fromEntries(BOXES.filter((name) => round[name]).map((name) => [name, 'true'])),
    ...hallValues(round),
    ...Object.fromEntries(
      (regions ?? []).map((one) => [`regions.${REGIONS.indexOf(one as never)}`, 'true']),
    ),
    ...Object.fromEntries((judges ?? []).map((id) => [`judge_ids.${id}`, 'true'])),
    ...Object.assign({}, ...round.criteria.map(criterionValues)),
  };
}

/** What is null or not there is blank. */
function textsOf(round: Start & Partial<Round>): RoundValues {
  const { kind, comments, near_ties, reviews_per_proposal: reviews, closes_at: at } = round;
  const { program_id, name, position, places, decline_text, selected_text } = round;
  const texts = { program_id, name, position, places, decline_text, selected_text };
  return {
    ...{ kind, comments, near_ties, near_points: String(round.near_points) },
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, String(text ?? '')])),
    closes_at: at?.slice(0, 16) ?? '',
    reviews_per_proposal: String(reviews ?? OF_KIND.reading.reviews_per_proposal),
  };
}

function hallValues({ kind, minutes: own, sessions, venue, date }: Start): RoundValues {
  const isPitch = kind === 'pitch';
  const minutes = (isPitch && own) || OF_KIND.pitch.minutes;
  return {
    // Once it is a reading round, it is blind again unless somebody says otherwise.
    ...(isPitch && { is_blind: 'true' }),
    venue: venue ?? '',
    // Sessions say the day.
    date: sessions.length > 0 ? '' : (date ?? ''),
    ...Object.fromEntries(MINUTES.map((name) => [`minutes.${name}`, String(minutes[name])])),
    ...sessionValues(sessions),
  };
}

const sessionValues = (sessions: Round['sessions']): RoundValues =>
  Object.assign(
    {},
    ...sessions.map(({ from, starts_at }, key) => ({
      [`sessions.${key}.from`]: String(from),
      [`sessions.${key}.starts_at`]: starts_at.slice(0, 16),
    })),
  );

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

function readCriterion(values: RoundValues, key: number, place: number) {
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
        .map((text, score) => [text, score] as const)
        .filter(([text]) => !text.trim())
        .map(([, score]) => [
          `criteria.${key}.anchors.${score}`,
          roundLabels.noAnchor(place + 1, score + 1),
        ]),
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

/** Rows in which nothing was typed are none. */
export const readSessions = (values: RoundValues) =>
  sessionsIn(values)
    .map((key) => ({
      from: numberOf(values[`sessions.${key}.from`]),
      starts_at: values[`sessions.${key}.starts_at`],
    }))
    .filter(({ from, starts_at }) => from !== null || starts_at);

/** What only rounds of the kind have. */
const ofKind = (values: RoundValues) =>
  values['kind'] === 'pitch'
    ? {
        ...{ kind: 'pitch', is_blind: false, reviews_per_proposal: null },
        minutes: Object.fromEntries(
          MINUTES.map((name) => [name, numberOf(values[`minutes.${name}`])]),
        ),
        ...{ sessions: readSessions(values), venue: values['venue'] },
        date: values['date'] || null,
      }
    : { kind: 'reading', minutes: null, sessions: [] };

const toInput = (values: RoundValues, criteria: unknown) => {
  const chosen = chosenIn(values, 'regions').map((at) => REGIONS[Number(at)]);
  const regions = chosen.length > 0 ? chosen : null;
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
    selected_text: values['selected_text']?.trim() || null,
    ...Object.fromEntries(BOXES.map((name) => [name, name in values])),
    regions: 'zones' in values ? 'zones' : regions,
    judge_ids: chosenIn(values, 'judge_ids'),
    criteria,
    ...ofKind(values),
  };
};

/** Reads the form with the schema of the API; each criterion's refusals stand at its fields. */
export async function readRound(data: FormData): Promise<Reading<CreateRoundInput>> {
  const values = Object.fromEntries(data) as RoundValues;
  const rubric = criteriaIn(values).map((key, place) => readCriterion(values, key, place));
  const wrong = Object.assign({}, ...rubric.map(({ fields }) => fields)) as RoundValues;
  const criteria = rubric.map(({ criterion }) => criterion);
  const reading = await checkForm(roundForm, toInput(values, criteria));
  const isRubricWrong = Object.keys(wrong).length > 0;
  if (!isRubricWrong || (reading.problem && !reading.problem.fields)) return reading;
  // The schema says it of the rubric as a whole.
  const { criteria: _, ...others } = reading.problem?.fields ?? {};
  return { problem: invalid({ ...others, ...wrong }).toBody() };
}
