import type { Proposal } from '#domain/proposals/schema.ts';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { summarise } from '#app/ui/summarise.ts';
import { proposalLabels } from '../labels.ts';

const EXCERPT = 400;

export function compareProposals(theirs: Proposal, mine: Record<string, string>): Difference[] {
  return onlyDifferent([
    {
      label: proposalLabels.businessName,
      theirs: theirs.business_name,
      mine: mine.business_name ?? '',
    },
    {
      label: proposalLabels.location,
      theirs: theirs.business_location,
      mine: mine.business_location ?? '',
    },
    {
      label: proposalLabels.website,
      theirs: theirs.business_website ?? '',
      mine: mine.business_website ?? '',
    },
    {
      label: proposalLabels.description,
      theirs: summarise(theirs.business_description, EXCERPT),
      mine: summarise(mine.business_description ?? '', EXCERPT),
    },
  ]);
}
