import type { PostCategory } from '#domain/posts/rules.ts';

/**
 * A sample post. `daysAgo` counts back from the moment at which the database is filled; `pictures`
 * are drawings below content, without their extension: its own, then those of the sector pages.
 */
export type SamplePost = {
  title: string;
  category: PostCategory;
  daysAgo: number;
  isPublished: boolean;
  pictures: readonly string[];
  body: string;
};

/** Sample words: an owner replaces them. */
export const SAMPLE_POSTS: readonly SamplePost[] = [
  {
    title: 'The road is open: applications for the National Pitch Trek',
    category: 'PRESS_RELEASE',
    daysAgo: 2,
    isPublished: true,
    pictures: [
      'samples/pictures/the-road-is-open',
      'illustrations/infrastructure-1',
      'illustrations/agriculture-1',
    ],
    body: '<p>Enterprises in all sixteen regions can apply to the National Pitch Trek. Proposals are sent online to one of the <a href="/national-pitch-trek/programs">open programs</a>; the dates for each zone are on the National Pitch Trek page.</p><h2>What is offered</h2><p>Investment from the Enterprise Boost Fund, which holds commitments of 200 million dollars, in the form that fits the business: equity, convertible loan, lease or revenue share.</p><h2>Who can apply</h2><ul><li>Anyone aged 18 or over</li><li>With a business in Ghana, registered or about to be</li><li>In agriculture, mining, technology, infrastructure, entertainment or tourism</li></ul><p>Applying and pitching are free of charge. More than 1,500 proposals are expected.</p>',
  },
  {
    title: 'What the judges read first',
    category: 'BLOG',
    daysAgo: 6,
    isPublished: true,
    pictures: ['samples/pictures/the-cash-page'],
    body: '<p>You have spent weeks on the deck. Here is what we look at first.</p><h2>The cash page</h2><p>Not the forecast for year five: last month. What came in, what went out, who still owes you. If it is a photograph of a notebook, fine, as long as the sums are right.</p><h2>The customer</h2><p>One real person who bought, came back and brought a friend says more than a market of two billion.</p><blockquote><p>Tell us what goes wrong in the rainy season. We will ask anyway.</p></blockquote><h2>The ask</h2><p>How much, for what, by when, and what you will do if you get half.</p>',
  },
  {
    title: 'Cold rooms reach the Upper East',
    category: 'NEWS',
    daysAgo: 11,
    isPublished: true,
    pictures: [
      'samples/pictures/cold-rooms',
      'illustrations/agriculture-3',
      'illustrations/agriculture-2',
    ],
    body: '<p>Three solar cold rooms financed by the Enterprise Boost Fund have started work near Bolgatanga. Tomato growers rent a crate by the day and decide for themselves when to sell.</p><p>In the first month the operator stored 41 tonnes. Losses between field and market fell from four crates in ten to one.</p>',
  },
  {
    title: 'Mining without mercury: a visit to Tarkwa',
    category: 'BLOG',
    daysAgo: 19,
    isPublished: true,
    pictures: [
      'samples/pictures/without-mercury',
      'illustrations/mining-2',
      'illustrations/mining-1',
    ],
    body: '<p>The concentrator is the size of a wardrobe and makes the noise of a large one. Water goes round and round in it and leaves clear. Masks, gloves and a trained operator stay the rule all the same.</p><h2>The figures</h2><p>The operator, a sample, reports that recovery is up by a third compared with the old way. The lease runs for eighteen months.</p>',
  },
  {
    title: 'Juries named for all five zones',
    category: 'NEWS',
    daysAgo: 27,
    isPublished: true,
    pictures: ['samples/pictures/five-chairs'],
    body: '<p>Each panel has five judges: a founder, a banker, an engineer, somebody from the region, and a partner of the firm. The judges recommend; the partners decide.</p>',
  },
  {
    title: 'An open-air cinema that is open on a Tuesday',
    category: 'BLOG',
    daysAgo: 35,
    isPublished: true,
    pictures: ['samples/pictures/open-air-cinema', 'illustrations/entertainment-1'],
    body: '<p>A venue becomes a business from Monday to Thursday: with rehearsals, markets, film clubs, and a kitchen that pays its own way. The weekends were full before.</p>',
  },
  {
    title: 'Odum Capital publishes its seven values',
    category: 'PRESS_RELEASE',
    daysAgo: 48,
    isPublished: true,
    pictures: ['samples/pictures/seven-values'],
    body: '<p>Integrity, Innovation, Security, Impact, Excellence, Partnership, Sustainability: the firm has put into writing the values by which it decides, and invites applicants to hold it to them.</p>',
  },
  {
    title: 'Notes for the next week on the road',
    category: 'NEWS',
    daysAgo: 1,
    isPublished: false,
    pictures: ['samples/pictures/notes-on-the-road'],
    body: '<p>A draft, so that an admin has something to publish.</p>',
  },
];
