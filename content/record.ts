/** The pages of the public record: how proposals were judged, for anybody to read and to check. */
import type { Round } from '#domain/rounds/schema.ts';

export const recordPage = {
  title: 'How it was judged',
  lead: 'Every round of judging: how many took part, what they were judged on and how the places were decided.',
  description: (program: string) =>
    `How the proposals to ${program} were judged: criteria, judges, figures, seals, and how to check them.`,
  notBegun: 'Judging has not begun.',
  notBegunText:
    'This page will show the criteria, dates and figures once the first round opens. Until then, see the program page for what we ask for.',
  all: 'All judged programs',
  toProgram: 'The program',
  underWay: 'Judging is under way',
  resultsOut: 'Results of',
  rounds: (count: number) => (count === 1 ? '1 round' : `${count} rounds`),

  funnel: 'From submission to selection',
  received: 'proposals received',
  entered: (round: string) => `judged in ${round}`,
  selected: (round: string) => `selected in ${round}`,
  selectedIn: (round: string) => `Selected in ${round}`,

  regions: 'By region',
  map: 'Proposals received from each of the sixteen regions',
  few: 'fewer than 5',
  fewText:
    'Small numbers of proposals received are shown as “fewer than 5”, so that nobody can be identified. Where only one region would be hidden, the next smallest is hidden too. Who was selected is public.',
  region: 'Region',
  table: 'All figures by region',
  receivedShort: 'Received',
  selectedShort: 'Selected',
  selectedOf: (count: number) => `${count} selected`,
  share: 'Share selected',

  entries: 'Proposals judged',
  withdrawn: (count: number) => `${count} withdrawn`,
  places: 'Places',
  where: 'Regions',
  everywhere: 'All sixteen',
  judges: 'Judges',
  inAll: (count: string) => `${count} in all`,
  readBy: (count: number) =>
    count === 1 ? 'one judge planned for each proposal' : `${count} planned for each proposal`,
  spared: 'no judge reads a proposal from their own region',
  reading: 'How they read',
  blind:
    'Without the names of businesses and people. A page of a document may still name the business.',
  open: 'With the names, after declaring no ties to the business or its people.',
  documents: 'They see the documents.',
  noDocuments: 'They see no documents.',
  reviews: 'Reviews submitted',
  abstained: (count: number) => `${count} abstained`,
  recused: (count: number) => `${count} recused`,
  short: 'Read by fewer judges than planned',
  conflicts: 'Conflicts of interest',
  noConflicts: 'None',
  /** Those that were not cleared kept a judge from reading. */
  standing: (count: number) =>
    count === 1
      ? '1 conflict of interest: that judge did not judge the proposal'
      : `${count} conflicts of interest: those judges did not judge the proposals`,
  cleared: (count: number) => `${count} cleared`,
  nearLine: 'Near the line',
  nearReason: (points: number) =>
    `Proposals within ${points} points of the line are marked, to be read again or discussed. Any outcome that differs from the ranking has a public reason.`,
  nearLot: (points: number) =>
    `Proposals within ${points} points of the line are ordered by lot, using the seed below.`,
  noNear: 'The score alone decides.',
  opened: 'Opened',
  closes: 'Closes',
  closed: 'Closed',
  date: 'Date',
  venue: 'Venue',

  rubric: 'Judging criteria',
  weight: (weight: number) => `weight ${weight}`,
  anchors: 'What each score means',
  panel: 'The judges',
  panelLater: 'The names of those who agree appear with the results.',
  nobodyNamed: 'None of the judges is named.',
  unnamed: (count: number) =>
    count === 1 ? 'One judge chose not to be named.' : `${count} judges chose not to be named.`,
  chosen: 'Selected',
  moreChosen: (count: number) => `${count} more are in the sealed file.`,
  nobodyChosen: 'Nobody was selected.',
  key: 'Key',
  deviations: 'Where the outcome differs from the ranking',
  noDeviations: 'Every outcome follows the ranking.',
  although: {
    selected: 'Selected, although ranked outside the places',
    not_selected: 'Not selected, although ranked within the places',
  },
  changes: 'Changed after opening',
  changed: (field: string, before: string | undefined, after: string | undefined) =>
    `${field} ${before ? `changed from ${before} to` : 'set to'} ${after ?? 'none'}.`,
  fields: {
    closes_at: 'Closing time',
    date: 'Date',
    venue: 'Venue',
    places: 'Places',
  } as Record<string, string>,
  reopened: 'Reopened',
  corrections: 'Corrected after the release',
  decisions: { approved: 'approved', declined: 'declined', undecided: 'not decided' } as Record<
    string,
    string
  >,
  seals: 'Seals',
  notSealed:
    'The results are not sealed yet. Their seal appears here before anyone hears the results.',
  sealedOn: (when: string) => `Sealed on ${when}`,
  withdrawnOn: (when: string) => `withdrawn on ${when}`,
  seed: 'Seed of the assignment and the lots',
  seedHash: 'SHA-256 of the seed, drawn when the round was created',
  rubricHash: 'SHA-256 of the criteria',

  check: 'Check it yourself',
  receipt: 'Your receipt number',
  receiptHint: 'Starts with NPT. You’ll find it in your confirmation email.',
  look: 'Show the result',
  it: 'This proposal',
  unranked: 'It isn’t ranked: none of its reviews could be counted.',
  out: { withdrawn: 'It was withdrawn from the round.', absent: 'It was absent.' } as Record<
    string,
    string
  >,
  replaced: (number: string) =>
    `You edited your proposal after you got this receipt, so receipt ${number} replaced it. Both are for the same proposal.`,
  unknown: 'No proposal in this round has this receipt number.',
  noResults: 'Results are not out yet.',
  checkLead:
    'Don’t take our word for it. The script below fetches the sealed file of every round, compares it with the seal that was published and emailed to the judges before anyone heard the results, and puts the scores in order again. It needs Node 22 or later and nothing to install:',
  scriptLabel: 'The script check.mjs',
  run: 'Run it as',
  keyText:
    'In the file, each proposal is listed under a key: the SHA-256 of its receipt number and the round’s id. Only someone who knows the number can find it.',
  downloads: 'The data',
  record: 'This record as JSON',
  counts: 'Figures by region as CSV',
  grants: 'Awarded grants as 360Giving data',
  sealed: (round: string) => `Sealed file of ${round}: every key with score, rank and outcome`,
  license: 'Anyone may use the records, seals and figures under',
  licenseName: 'CC BY 4.0',
} as const;

/** What is to be said of a round in each state; the moment is put behind it. */
export const ROUND_STATE_TEXTS: Record<Exclude<Round['state'], 'draft'>, string> = {
  open: 'Judges are reading until',
  closed: 'Results are not out yet. Judging ended on',
  sealed: 'Results are not out yet. They were sealed on',
  released: 'Results were released on',
};

/** The same as in docs/contract.md, which a test verifies. */
export const RECORD_SCRIPT = `import { createHash } from 'node:crypto';
const [site, program, receipt] = process.argv.slice(2), sha = (t) => createHash('sha256').update(t).digest('hex');
const text = async (p) => (await fetch(\`\${site}/api/v1/public-record/\${p}\`)).text();
for (const r of JSON.parse(await text(program)).rounds.filter((x) => x.released_at)) {
  const bytes = await text(\`rounds/\${r.id}/seal.json\`), f = JSON.parse(bytes), ranked = f.entries.filter((e) => e.rank);
  const lot = (e) => sha(\`\${f.seed}:\${e.key}\`), near = (e) => f.near_ties === 'lot' && f.line && Math.round(Math.abs(e.score - f.line) * 100) <= Math.round(f.near_points * 100);
  const order = [...ranked].sort((a, b) => (near(a) && near(b) ? 0 : b.score - a.score) || (lot(a) < lot(b) ? -1 : 1));
  const k = ranked.filter((e) => e.outcome === 'selected').length, odd = ranked.filter((e, i) => e !== order[i] || ((i < k) !== (e.outcome === 'selected') && !e.reason));
  const sealed = sha(bytes) === r.seals.findLast((s) => !s.withdrawn_at).sha256 && sha(f.seed) === r.seed_sha256, mine = f.entries.find((e) => e.key === sha(\`\${receipt}:\${r.id}\`));
  console.log(r.name, sealed ? 'is what was sealed' : 'IS NOT WHAT WAS SEALED', odd.length ? 'and NOT in order' : 'and in order', mine ? \`; yours: rank \${mine.rank}, \${mine.score}\` : '');
}
`;
