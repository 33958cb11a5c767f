import type { Proposal } from '#domain/proposals/schema.ts';
import { onlyDifferent, type Difference } from '#app/editing/changed-meanwhile.tsx';
import { summarise } from '#app/ui/summarise.ts';
import { words } from '../words.ts';

const EXCERPT = 400;

/** What is saved against what the form has, as text. */
export function compareProposals(theirs: Proposal, mine: Record<string, string>): Difference[] {
  return onlyDifferent([
    { label: words.businessName, theirs: theirs.business_name, mine: mine.business_name ?? '' },
    { label: words.location, theirs: theirs.business_location, mine: mine.business_location ?? '' },
    {
      label: words.website,
      theirs: theirs.business_website ?? '',
      mine: mine.business_website ?? '',
    },
    {
      label: words.description,
      theirs: summarise(theirs.business_description, EXCERPT),
      mine: summarise(mine.business_description ?? '', EXCERPT),
    },
  ]);
}
