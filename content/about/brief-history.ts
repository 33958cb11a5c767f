/** The firm's story. Sample words: an owner replaces them with its own. */
export const history = {
  lead: 'We began by restructuring loans for businesses that banks had given up on. We learned that most of them were sound, and that the loans were wrong.',
  chapters: [
    {
      when: 'The beginning',
      title: 'Two rooms in East Legon',
      text: 'Three people who had met across the table of a failing loan opened an advisory desk. The first client made palm oil and owed four lenders on four different dates. We rewrote the debt around the harvest. The business is still there.',
    },
    {
      when: 'Year three',
      title: 'From advice to capital',
      text: 'With a small circle of Ghanaian families and one pension trustee, we began to invest in the businesses we advised: first in asset leases, then in equity. One rule has stayed since: every contract comes with a page in plain words.',
    },
    {
      when: 'Year six',
      title: 'Five sectors',
      text: 'Agriculture, mining, infrastructure, technology, entertainment and tourism. Each sector was given criteria of its own.',
    },
    {
      when: 'Year eight',
      title: 'The Enterprise Boost Fund',
      text: 'Institutions joined the families, and the fund reached 200 million dollars of commitments. Its charter says where the money may go: to enterprises that are registered, employ and trade in Ghana.',
    },
    {
      when: 'Today',
      title: 'The National Pitch Trek',
      text: 'When we looked at who applied to us, we saw a map of Accra. So the fund went on the road: sixteen regions in five weeks. The goals: one thousand businesses funded, one million jobs.',
    },
  ],
  close: {
    text: 'What we believe has hardly changed since the two rooms. It has only been written down.',
    action: { label: 'How we decide', to: '/about/strategic-framework' },
  },
} as const;
