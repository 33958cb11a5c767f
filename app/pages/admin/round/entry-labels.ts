import { countOf } from '#domain/count-of.ts';

export const entryLabels = {
  caption: 'Proposals in this round',
  searchHint: 'Code or business name',
  loading: 'proposals',
  none: 'There are no proposals for this round.',
  noMatch: 'No proposals match your search.',
  code: 'Code',
  business: 'Business',
  erased: 'Deleted',
  region: 'Region',
  reviews: 'Reviews',
  state: 'State',
  states: { in: 'In', withdrawn: 'Withdrawn', absent: 'Absent' },
  actions: 'Actions',
  withdraw: 'Withdraw',
  withdrawTitle: (name: string) => `Withdraw ${name} from the round?`,
  withdrawText:
    'It won’t be ranked. Its reviews won’t count and will leave the judges’ queues. You can put it back until the results are sealed.',
  withdrawn: 'Proposal withdrawn.',
  putBack: 'Put back',
  putBackText: 'It will be ranked again, and missing judges will be assigned.',
  isBack: 'Proposal put back.',
  redact: 'Redact',
  isRedacted: 'redacted',
  redactTitle: (name: string) => `What judges read about ${name}`,
  redactText:
    'Names, addresses and numbers are hidden automatically in a blind round. Edit the text here to hide anything else. The proposal itself does not change.',
  description: 'Description for the judges',
  descriptionHint: 'Leave blank to show judges the whole description.',
  save: 'Save',
  saved: 'Description saved.',
  further: 'One more review',
  furtherText: 'Another judge will read it too, and will get an email.',
  furtherDone: (count: number) =>
    count === 0 ? 'No other judge can read this proposal.' : 'One more review assigned.',
  isUnclean: 'a document cannot be cleaned',
  unclean: 'Judges do not see a document that cannot be cleaned.',
  loadingDescription: 'Loading the description',
} as const;

export const describeTotal = countOf('proposal', 'proposals');
