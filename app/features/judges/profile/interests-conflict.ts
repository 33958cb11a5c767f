import type { Interests, UpdateInterestsInput } from '#domain/judges/schema.ts';
import { joinChoices } from '#domain/count-of.ts';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { invitationLabels as labels } from './labels.ts';

const NAMES = ['organisations', 'people', 'position', 'region', 'is_named'] as const;

const LABELS: Record<(typeof NAMES)[number], string> = {
  organisations: labels.organisations,
  people: labels.people,
  position: labels.position,
  region: labels.region,
  is_named: labels.naming,
};

export const compareInterests = (theirs: Interests, mine: UpdateInterestsInput): Difference[] =>
  onlyDifferent(
    NAMES.map((name) => ({
      label: LABELS[name],
      theirs: wordsOf(theirs[name]),
      mine: wordsOf(mine[name] ?? theirs[name]),
    })),
  );

function wordsOf(value: string | boolean | readonly string[]): string {
  if (typeof value === 'boolean') return value ? labels.yes : labels.no;
  return typeof value === 'string' ? value : joinChoices(value);
}
