import { countOf } from '#domain/count-of.ts';

export const entryLabels = {
  caption: 'Proposals of this round',
  searchHint: 'Code or business name',
  loading: 'proposals',
  none: 'No proposal would be in this round.',
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
    'It is not ranked, and its reviews leave the queues of the judges and do not count. It can be put back until the results are sealed.',
  withdrawn: 'Proposal withdrawn.',
  putBack: 'Put back',
  putBackText: 'It is ranked again, and judges who are missing are assigned.',
  isBack: 'Proposal put back.',
  redact: 'Redact',
  isRedacted: 'redacted',
  redactTitle: (name: string) => `What judges read of ${name}`,
  redactText:
    'Names, addresses and numbers are hidden by themselves in a blind round. Change here what else must not be read. The proposal itself stays as it is.',
  description: 'Description for the judges',
  descriptionHint: 'Left empty, judges read the whole description.',
  save: 'Save',
  saved: 'Description saved.',
  further: 'One more review',
  furtherText: 'Another judge reads it too, and gets an email.',
  furtherDone: (count: number) =>
    count === 0 ? 'Nobody else may read this proposal.' : 'One more review assigned.',
  isUnclean: 'a document cannot be cleaned',
  unclean: 'Judges do not see a document that cannot be cleaned.',
  loadingDescription: 'Loading the description',
} as const;

export const describeTotal = countOf('proposal', 'proposals');
