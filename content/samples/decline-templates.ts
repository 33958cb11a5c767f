/** Sample reasons for declining, which admins edit for each applicant. */
export const SAMPLE_DECLINE_TEMPLATES: readonly { title: string; text: string }[] = [
  {
    title: 'Too early',
    text: 'Your idea is promising, and it is still early. We fund businesses that have sold to their first customers. Please apply again once you have, and show us what they paid.',
  },
  {
    title: 'Outside this program',
    text: 'Your business does good work, but not in the sector this program is for. Please look at our other programs: one of them may fit better.',
  },
  {
    title: 'Figures do not add up',
    text: 'The financials you sent do not agree with your pitch deck, so we could not judge what your business needs. Please check the figures before you apply again.',
  },
  {
    title: 'More good proposals than places',
    text: 'Your proposal was good. This round brought more good proposals than the program can fund, and others were further along. We would be glad to see you in the next round.',
  },
];
