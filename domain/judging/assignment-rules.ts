/**
 * Who reads what (contract §9.6): as many judges for each entry as asked, never a barred one, loads
 * as even as that allows, and judges linked by entries that they read in common. The same input
 * gives the same plan.
 */
export type PlanEntry = {
  id: string;
  /** How many judges it still needs. */
  needed: number;
  /** Who reads it already. */
  readers: readonly string[];
};
type PlanJudge = { id: string; load: number };
export type Plan = Map<string, string[]>;

type Seats = { options: number[]; readers: number[]; chosen: number[] };
type Board = { loads: number[]; seats: Seats[] };

/** Numbers from 0 to 1 that follow from 64 hexadecimal digits (sfc32). */
export function randomFrom(hex: string): () => number {
  let [a, b, c, d] = [0, 8, 16, 24].map((at) => parseInt(hex.slice(at, at + 8), 16) | 0) as [
    number,
    number,
    number,
    number,
  ];
  return () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/** Entries without enough judges who may read them get fewer. */
export function planAssignment(
  entries: readonly PlanEntry[],
  judges: readonly PlanJudge[],
  isBarred: (entryId: string, judgeId: string) => boolean,
  random: () => number,
): Plan {
  const people = judges.toSorted(byId);
  const places = new Map(people.map(({ id }, index) => [id, index]));
  const asked = entries.toSorted(byId);
  const board: Board = {
    loads: people.map(({ load }) => load),
    seats: asked.map(({ id, readers }) => ({
      readers: readers.flatMap((reader) => places.get(reader) ?? []),
      options: people.flatMap((judge, index) =>
        readers.includes(judge.id) || isBarred(id, judge.id) ? [] : [index],
      ),
      chosen: [],
    })),
  };
  for (const index of shuffled(asked.length, random))
    seat(board, board.seats[index]!, asked[index]!.needed, random);
  balance(board);
  link(board, random);
  return new Map(
    asked.map(({ id }, index) => [
      id,
      board.seats[index]!.chosen.toSorted((a, b) => a - b).map((place) => people[place]!.id),
    ]),
  );
}

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

/** The least loaded of those who may; of equals, by lot. */
function seat({ loads }: Board, seats: Seats, needed: number, random: () => number): void {
  const ranked = seats.options
    .map((place) => ({ place, key: loads[place]! + random() }))
    .sort((one, other) => one.key - other.key);
  for (const { place } of ranked.slice(0, needed)) {
    seats.chosen.push(place);
    loads[place]! += 1;
  }
}

/** How many entries can pass from one judge to another. */
function countPasses({ loads, seats }: Board): Int32Array {
  const passes = new Int32Array(loads.length ** 2);
  for (const one of seats) addPasses(passes, loads.length, one, 1);
  return passes;
}

function addPasses(passes: Int32Array, size: number, { chosen, options }: Seats, by: number) {
  for (const from of chosen)
    for (const to of options) if (!chosen.includes(to)) passes[from * size + to]! += by;
}

/**
 * Passes entries along chains of judges from a load to one smaller by two or more, until no chain
 * is left: then no plan has smaller squares of loads, nor a smaller greatest load.
 */
function balance(board: Board): void {
  const { loads, seats } = board;
  const passes = countPasses(board);
  for (;;) {
    const chain = findChain(loads, passes);
    if (!chain) return;
    for (let at = 0; at + 1 < chain.length; at += 1) {
      const [from, to] = [chain[at]!, chain[at + 1]!];
      const passed = seats.find(
        ({ chosen, options }) =>
          chosen.includes(from) && options.includes(to) && !chosen.includes(to),
      )!;
      addPasses(passes, loads.length, passed, -1);
      passed.chosen[passed.chosen.indexOf(from)] = to;
      addPasses(passes, loads.length, passed, 1);
    }
    loads[chain[0]!]! -= 1;
    loads[chain.at(-1)!]! += 1;
  }
}

/** The shortest chain from the greatest load that has one. */
function findChain(loads: readonly number[], passes: Int32Array): number[] | undefined {
  const order = loads.map((_, index) => index).sort((a, b) => loads[b]! - loads[a]! || a - b);
  for (const start of order) {
    const before = new Map<number, number>([[start, -1]]);
    const queue = [start];
    for (const from of queue) {
      if (loads[from]! <= loads[start]! - 2) return chainTo(from, before);
      for (let to = 0; to < loads.length; to += 1)
        if (!before.has(to) && passes[from * loads.length + to]! > 0) {
          before.set(to, from);
          queue.push(to);
        }
    }
  }
  return undefined;
}

function chainTo(end: number, before: Map<number, number>): number[] {
  const chain = [end];
  for (let at = before.get(end)!; at >= 0; at = before.get(at)!) chain.unshift(at);
  return chain;
}

/** Groups of judges with no entry in common; who reads nothing is no group. */
function countGroups({ loads, seats }: Board): number {
  const parents = loads.map((_, index) => index);
  const rootOf = (place: number): number => {
    let root = place;
    while (parents[root] !== root) root = parents[root]!;
    return (parents[place] = root);
  };
  const reading = new Set<number>();
  for (const { readers, chosen } of seats) {
    const all = [...readers, ...chosen];
    for (const place of all) {
      reading.add(place);
      parents[rootOf(place)] = rootOf(all[0]!);
    }
  }
  return new Set([...reading].map(rootOf)).size;
}

/** Bounds the work where judges cannot be linked, such as in panels that share no entry. */
const MOST_TRIES = 4000;

/** Exchanges seats, and gives single ones to a judge with one fewer, while groups become fewer. */
function link(board: Board, random: () => number): void {
  let groups = countGroups(board);
  let tries = 0;
  while (groups > 1 && tries < MOST_TRIES) {
    const before = groups;
    for (const change of changesOf(board, random)) {
      if ((tries += 1) > MOST_TRIES) return;
      change();
      const after = countGroups(board);
      if (after < groups) {
        groups = after;
        break;
      }
      change();
    }
    if (groups === before) return;
  }
}

type Change = () => void;

/** Each change keeps the loads even, and is taken back by a second call. */
function* changesOf({ loads, seats }: Board, random: () => number): Generator<Change> {
  const order = shuffled(seats.length, random);
  for (const index of order) {
    const one = seats[index]!;
    for (const from of one.chosen) {
      for (const to of one.options)
        if (!one.chosen.includes(to) && loads[to] === loads[from]! - 1)
          yield moveOf(loads, one, from, to);
      for (const other of order) yield* exchangesOf(one, from, seats[other]!);
    }
  }
}

const replace = ({ chosen }: Seats, from: number, to: number): void => {
  chosen[chosen.indexOf(from)] = to;
};

function moveOf(loads: number[], seats: Seats, from: number, to: number): Change {
  let [giver, taker] = [from, to];
  return () => {
    replace(seats, giver, taker);
    loads[giver]! -= 1;
    loads[taker]! += 1;
    [giver, taker] = [taker, giver];
  };
}

function* exchangesOf(one: Seats, from: number, other: Seats): Generator<Change> {
  if (other.chosen.includes(from) || !other.options.includes(from)) return;
  for (const to of other.chosen) {
    if (one.chosen.includes(to) || !one.options.includes(to)) continue;
    let isDone = false;
    yield () => {
      replace(one, isDone ? to : from, isDone ? from : to);
      replace(other, isDone ? from : to, isDone ? to : from);
      isDone = !isDone;
    };
  }
}
