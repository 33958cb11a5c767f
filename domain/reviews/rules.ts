import { REVIEWS } from '../constants.ts';

const count = (total: number): string => total.toLocaleString('en-GB');

export const NOTE = {
  notFound: 'Note not found.',
  notYours: 'Only the author of a note can change or delete it.',
} as const;

export const VIEW = {
  notFound: 'Saved view not found.',
  notYours: 'Only the person who saved a view can delete it.',
  known: 'You already have a view with this name. Choose another name.',
  tooMany: `You’ve reached the limit of ${REVIEWS.views} saved views. Delete one to save another.`,
} as const;

export const TEMPLATE = {
  notFound: 'Template not found.',
  tooMany: `You’ve reached the limit of ${REVIEWS.templates} templates. Delete one to add another.`,
} as const;

export const BULK = {
  which: 'Choose proposals by their ids or by a filter, not both.',
  ids: 'Choose at least one proposal.',
  tooMany: (total?: number) =>
    `One bulk change can take ${count(REVIEWS.bulk)} proposals at most${total === undefined ? '' : `, and ${count(total)} match`}. Choose fewer.`,
  change: 'Say what to change.',
  total: 'The number of proposals must be a whole number.',
  preview: 'a preview is wanted',
  skip: 'refused proposals are skipped',
  allNames: 'all are named',
  ownRegion: 'nobody gets a proposal from their own region',
  changed: (expected: number, total: number) =>
    `The list has changed: there were ${count(expected)} proposals, and now ${count(total)} match. Nothing was changed.`,
  refused: (refused: number) =>
    `${count(refused)} ${refused === 1 ? 'proposal' : 'proposals'} cannot be changed like this. Nothing was changed.`,
  undoOver:
    'This can no longer be undone: the time has run out, or somebody has decided since. Nothing was changed.',
  assignees: 'Choose the admins to assign the proposals to.',
  assigneesGone: 'Not everyone you chose is an active admin. Choose again.',
  each: `Enter a whole number from 1 to ${count(REVIEWS.bulk)}.`,
  eitherAssignment: 'Assign proposals to one person or share them among several, not both.',
  nobodyElse: 'Everyone you chose is from the same region as this applicant.',
} as const;

/** Divides proposals among admins as evenly as their regions allow. */

type Sharer = { id: string; region: string };
type Share = { id: string; region: string };
type Options = {
  /** Nobody gets a proposal from their own region. */
  isOwnRegionSpared: boolean;
  /** The maximum for each; without it, all are assigned. */
  each?: number | undefined;
};

/** The result for each proposal, by its id. */
export type Sharing = {
  /** The id of the assignee. */
  takers: Map<string, string>;
  /** Everybody who may take them has reached the maximum. */
  leftOver: string[];
  /** Nobody may take them. */
  refused: string[];
};

/** What one person has been assigned so far. */
type Hand = { id: string; given: Share[]; byRegion: Map<string, number> };
/** People who may take the same proposals: of one region, or everybody if regions do not matter. */
type Group = { region: string; hands: Hand[] };

/**
 * Assigns the proposals in order. Numbers differ by one at most, and `each` is reached, as far as
 * regions allow: if everybody who may take the next one already has many, one of theirs is passed
 * to somebody else.
 */
export function shareEvenly(
  proposals: readonly Share[],
  people: readonly Sharer[],
  { isOwnRegionSpared, each = Infinity }: Options,
): Sharing {
  const groups = groupBy(people, ({ region }) => (isOwnRegionSpared ? region : ANY));
  const sharing: Sharing = { takers: new Map(), leftOver: [], refused: [] };
  for (const proposal of proposals) {
    const path = pathToLeast(groups, proposal.region);
    if (path.length === 0) sharing.refused.push(proposal.id);
    else if (leastOf(path.at(-1)!).given.length >= each) sharing.leftOver.push(proposal.id);
    else passAlong(path, proposal);
  }
  for (const { id, given } of groups.flatMap(({ hands }) => hands))
    for (const one of given) sharing.takers.set(one.id, id);
  return sharing;
}

/** No region has this name. */
const ANY = '';

function groupBy(people: readonly Sharer[], keyOf: (person: Sharer) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const person of people) {
    const region = keyOf(person);
    const hand: Hand = { id: person.id, given: [], byRegion: new Map() };
    const group = groups.get(region);
    if (group) group.hands.push(hand);
    else groups.set(region, { region, hands: [hand] });
  }
  return [...groups.values()];
}

/**
 * The path from a group that may take a proposal of this region to the reachable person with the
 * fewest: each group on the way can pass a proposal to the next. Empty if nobody may take it.
 */
function pathToLeast(groups: readonly Group[], region: string): Group[] {
  const reached = groups.filter((group) => group.region !== region);
  const before = new Map<Group, Group | undefined>(reached.map((group) => [group, undefined]));
  for (const giver of reached)
    for (const taker of groups)
      if (!before.has(taker) && giverTo(taker, giver)) {
        before.set(taker, giver);
        reached.push(taker);
      }
  const path: Group[] = [];
  for (let group = withLeast(reached); group; group = before.get(group)) path.unshift(group);
  return path;
}

/** The first of several: paths to it are the shortest. */
const withLeast = (groups: readonly Group[]): Group | undefined =>
  groups.reduce<Group | undefined>(
    (least, group) =>
      least && leastOf(least).given.length <= leastOf(group).given.length ? least : group,
    undefined,
  );

const leastOf = ({ hands }: Group): Hand =>
  hands.reduce((least, hand) => (hand.given.length < least.given.length ? hand : least));

/** Somebody in the group who has a proposal that the other group may take. */
const giverTo = ({ region }: Group, { hands }: Group): Hand | undefined =>
  hands.find(({ given, byRegion }) => given.length > (byRegion.get(region) ?? 0));

/** Each group on the path takes one and passes another on; the person with the fewest keeps it. */
function passAlong(path: Group[], proposal: Share): void {
  let passed = proposal;
  for (const [place, group] of path.entries()) {
    const next = path[place + 1];
    const hand = next ? giverTo(next, group)! : leastOf(group);
    const left = next && takeFor(next, hand);
    put(hand, passed);
    if (left) passed = left;
  }
}

function put(hand: Hand, proposal: Share): void {
  hand.given.push(proposal);
  hand.byRegion.set(proposal.region, (hand.byRegion.get(proposal.region) ?? 0) + 1);
}

function takeFor({ region }: Group, hand: Hand): Share {
  const place = hand.given.findIndex((one) => one.region !== region);
  const [taken] = hand.given.splice(place, 1) as [Share];
  hand.byRegion.set(taken.region, hand.byRegion.get(taken.region)! - 1);
  return taken;
}
