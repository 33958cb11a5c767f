/**
 * Vision, mission, core values, and the seven values one by one (contract §5.5: seven, not six).
 */
export const framework = {
  lead: 'A framework is a promise about how we will behave when nobody is looking. This is ours.',
  cards: [
    {
      title: 'Vision',
      text: 'A Ghana in which a good enterprise is funded on its merits, wherever it is and whoever owns it.',
    },
    {
      title: 'Mission',
      text: 'To find, fund and build one thousand Ghanaian enterprises, with capital engineered for each of them, and to create one million jobs that last.',
    },
    {
      title: 'Core values',
      text: 'Seven values guide every decision, from the first reading of a proposal to the day we sell our share.',
    },
  ],
  valuesTitle: 'Seven values',
  values: [
    {
      title: 'Integrity',
      text: 'We say what we will do, and do it. Conflicts of interest are declared before a proposal is opened, and the person concerned leaves the room.',
    },
    {
      title: 'Innovation',
      text: 'We look for new ways to do what needs doing, in finance too: if no instrument fits a business, we make one.',
    },
    {
      title: 'Security',
      text: 'Other people’s savings are behind every investment, and other people’s ideas are in every proposal. Both are guarded as if they were our own.',
    },
    {
      title: 'Impact',
      text: 'Jobs, incomes and land left better than we found it: we judge an investment by these as well as by its return.',
    },
    {
      title: 'Excellence',
      text: 'Prepared meetings, finished documents, answers on the day we promised them. Founders deserve the care we ask of them.',
    },
    {
      title: 'Partnership',
      text: 'We sit on the same side of the table. We share the risk, the reporting and, when it comes, the reward.',
    },
    {
      title: 'Sustainability',
      text: 'A business that eats its soil, its people or its cash is not growing. We fund what can go on without us.',
    },
  ],
  close: {
    title: 'Hold us to it',
    text: 'If we have fallen short of one of the seven, write to us. Complaints are read by a partner who was not involved.',
    action: { label: 'Contact Us', to: '/contact-us' },
  },
} as const;
