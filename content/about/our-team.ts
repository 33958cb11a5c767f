/** Eight bios. All names are made up and marked as samples; an owner replaces them. */
export type Member = {
  id: string;
  name: string;
  role: string;
  short: string;
  bio: readonly string[];
};

export const teamPage = {
  lead: 'Meet the people who read your proposal, visit you and decide. The names on this page are samples.',
  readMore: 'Read more',
  readMoreOf: (role: string) => `about the ${role}`,
  close: 'Close',
};

export const team: readonly Member[] = [
  {
    id: 'managing-partner',
    name: 'Sample Name One',
    role: 'Managing Partner',
    short: 'Restructured loans for fifteen years before lending a pesewa.',
    bio: [
      'Began in the workout department of a commercial bank, where the files nobody wanted were kept. Learned there that a loan which fails has usually been wrong since the day it was signed.',
      'Leads the firm, chairs the investment committee and still reads twenty proposals a week from first page to last. Joins the Northern Zone of every trek.',
    ],
  },
  {
    id: 'financial-engineering',
    name: 'Sample Name Two',
    role: 'Partner, Financial Engineering',
    short: 'Builds instruments that founders can explain to a cousin.',
    bio: [
      'An actuary who found annuities too quiet. Designed the harvest-linked note with which the Enterprise Boost Fund pays out, and is paid back, by the crop calendar.',
      'Responsible for the structure of every deal and for the one-page summary in plain words that goes with it.',
    ],
  },
  {
    id: 'pitch-trek',
    name: 'Sample Name Three',
    role: 'Director, National Pitch Trek',
    short: 'Moves the judges, a stage and a generator through sixteen regions.',
    bio: [
      'Has organised a touring theatre, two national censuses of market traders and one very large wedding. Plans the route of the trek.',
      'Answers for the schedule, for the juries and for the rule that every applicant hears the result from us and not from the radio.',
    ],
  },
  {
    id: 'agriculture',
    name: 'Sample Name Four',
    role: 'Head of Agriculture',
    short: 'Ran a cassava mill in Bono East for nine years.',
    bio: [
      'Knows what a power cut costs at two in the morning at the peak of the season. Sold the mill to its workers, then came here to fund others.',
      'Visits each farm and factory before the committee meets, always with boots.',
    ],
  },
  {
    id: 'mining-infrastructure',
    name: 'Sample Name Five',
    role: 'Head of Mining and Infrastructure',
    short: 'A civil engineer who reads bills of quantities for pleasure.',
    bio: [
      'Built feeder roads and a waterworks before moving to the side of the table where the money is. Holds that a bridge is a loan to the next generation and should be repayable.',
      'Checks licences, land titles and restoration plans, and has closed a promising file over a missing water test.',
    ],
  },
  {
    id: 'technology',
    name: 'Sample Name Six',
    role: 'Head of Technology',
    short: 'Wrote payment software that worked on a phone with buttons.',
    bio: [
      'Started at a market stall repairing handsets, finished as chief engineer of a payments company. Asks founders to show the product on the cheapest phone in the room.',
      'Looks after software, devices and creative technology, and lends the portfolio a hand when servers fall over.',
    ],
  },
  {
    id: 'portfolio',
    name: 'Sample Name Seven',
    role: 'Head of Portfolio',
    short: 'Stays with the businesses after the money has moved.',
    bio: [
      'A chartered accountant who spent a decade as finance manager of family companies. Sets up the books, the board and the first difficult conversation.',
      'Runs the year of support that comes with each investment.',
    ],
  },
  {
    id: 'compliance',
    name: 'Sample Name Eight',
    role: 'General Counsel and Data Protection Supervisor',
    short: 'Says no early, so that nobody has to say it late.',
    bio: [
      'Came from public service, where good rules were written and bad forms enforced. Rewrote ours until they fitted on a page.',
      'Keeps the register of conflicts, answers data protection requests and is the person to whom complaints about a partner go.',
    ],
  },
];
