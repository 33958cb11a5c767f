/** Ten reasons to choose the firm: the accordion of the home page. */
export const reasonsTitle = 'Ten reasons to choose Odum Capital';

export const reasons: readonly { title: string; text: string }[] = [
  {
    title: 'We come to you',
    text: 'Five zones, sixteen regions, no ticket to Accra. You pitch within a day of where you work, to people who can decide.',
  },
  {
    title: 'A person reads every proposal',
    text: 'No score from a machine sends you away. Two readers see each submission, and one of them knows your sector.',
  },
  {
    title: 'Money that fits the business',
    text: 'Equity, convertible loans, revenue shares, asset leases: we build the instrument around your cash flow, and explain it in plain words before you sign.',
  },
  {
    title: 'We know your sector',
    text: 'Five sector teams with people who have run farms, sites, studios and servers. You will not have to explain what a borehole is.',
  },
  {
    title: 'No fees, ever',
    text: 'Applying costs nothing. Pitching costs nothing. Anyone who asks you for money in our name is not from us; please tell us.',
  },
  {
    title: 'Clear answers, in time',
    text: 'You see the stage of your proposal whenever you log in, and we write to you each time it changes. A no comes with its reason.',
  },
  {
    title: 'Your idea stays yours',
    text: 'Documents are opened by the people who review them and by nobody else. We do not sell, share or show your numbers.',
  },
  {
    title: 'More than a cheque',
    text: 'A year of bookkeeping, governance and market access comes with every investment, because most young companies fail on those and not on the idea.',
  },
  {
    title: 'We stay',
    text: 'We plan for seven years, not for seven quarters. When a season fails we restructure first and talk about collateral last.',
  },
  {
    title: 'Ghanaian, and accountable here',
    text: 'Our people, our books and our decisions are in Ghana. So are the jobs we count: each one is a person you could meet.',
  },
];
