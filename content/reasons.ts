/** Ten reasons to choose the firm: the accordion of the home page. */
export const reasonsTitle = 'Ten reasons to choose Odum Capital';

export const reasons: readonly { title: string; text: string }[] = [
  {
    title: 'We come to you',
    text: 'Five zones, sixteen regions. You pitch in your own zone, not in Accra.',
  },
  {
    title: 'A person reads every proposal',
    text: 'No score from a machine sends you away. Our staff read what you wrote and open both of your documents.',
  },
  {
    title: 'Money that fits the business',
    text: 'Equity, convertible loans, revenue shares, asset leases: we build the instrument around your cash flow, and explain it in plain words before you sign.',
  },
  {
    title: 'We know your sector',
    text: 'Agriculture, mining, infrastructure, technology, entertainment and tourism: each program belongs to one sector and has its own criteria.',
  },
  {
    title: 'No fees, ever',
    text: 'Applying costs nothing. Pitching costs nothing. Anyone who asks you for money in our name is not from us; please tell us.',
  },
  {
    title: 'You always know where you stand',
    text: 'You see the stage of your proposal whenever you log in, and we email you each time it changes.',
  },
  {
    title: 'Your idea stays yours',
    text: 'Only the staff and judges who review your documents see them. Other applicants never do, and we do not sell or publish your figures.',
  },
  {
    title: 'More than a cheque',
    text: 'An investment comes with a year of support in bookkeeping, governance and finding buyers.',
  },
  {
    title: 'We stay',
    text: 'We plan in years, not in quarters. If a season fails, we start by looking at how to adjust your repayments.',
  },
  {
    title: 'Ghanaian, and accountable here',
    text: 'Our people, our books and our decisions are in Ghana. So are the businesses we fund.',
  },
];
