import type { Profile, UpdateProfileInput } from '#domain/accounts/schema.ts';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { PERSON_LABELS, type Person } from '../labels.ts';

export function compareProfiles(theirs: Profile, mine: UpdateProfileInput): Difference[] {
  const names = Object.keys(PERSON_LABELS) as (keyof Person)[];
  return onlyDifferent(
    names.map((name) => ({
      label: PERSON_LABELS[name],
      theirs: theirs[name],
      mine: mine[name] ?? theirs[name],
    })),
  );
}
