/** Totals, scores, the line and ranks: contract §9.7, exactly. */
type WeightedCriterion = { id: string; weight: number };
type Scores = Readonly<Record<string, number>>;

const STEPS = 4;
const PERCENT = 100;
/** Keeps the lean of a judge of few reviews near 0. */
const CAUTION = 5;
const PRECISION = 1e-9;
const MOST_ROUNDS = 100_000;
export const WIDE = 50;

/** 0 when every criterion got 1, 100 when every one got 5; undefined while a score is missing. */
export function totalOf(
  criteria: readonly WeightedCriterion[],
  scores: Scores,
): number | undefined {
  let [sum, weights] = [0, 0];
  for (const { id, weight } of criteria) {
    const score = scores[id];
    if (score === undefined) return undefined;
    sum += weight * (score - 1);
    weights += weight;
  }
  return weights === 0 ? undefined : (PERCENT * sum) / (STEPS * weights);
}

export type GivenTotal = { entry: string; judge: string; total: number };
type ScoreSummary = {
  scores: Map<string, number>;
  leans: Map<string, number>;
  /** Null if there are too few reviews to tell. */
  sigma: number | null;
};

/** Entries' scores without each judge's lean, by the iteration of the contract. */
export function scoreEntries(reviews: readonly GivenTotal[]): ScoreSummary {
  const entries = [...new Set(reviews.map(({ entry }) => entry))];
  const judges = [...new Set(reviews.map(({ judge }) => judge))];
  const entryAt = new Map(entries.map((id, index) => [id, index]));
  const judgeAt = new Map(judges.map((id, index) => [id, index]));
  const rows = reviews.map(({ entry, judge, total }) => ({
    entry: entryAt.get(entry)!,
    judge: judgeAt.get(judge)!,
    total,
  }));
  const perEntry = new Float64Array(entries.length);
  const perJudge = new Float64Array(judges.length);
  for (const { entry, judge } of rows) {
    perEntry[entry]! += 1;
    perJudge[judge]! += 1;
  }
  const scores = new Float64Array(entries.length);
  const leans = new Float64Array(judges.length);
  for (let count = 0, moved = 1; moved > PRECISION && count < MOST_ROUNDS; count += 1) {
    scores.fill(0);
    for (const { entry, judge, total } of rows) scores[entry]! += total - leans[judge]!;
    for (let index = 0; index < scores.length; index += 1) scores[index]! /= perEntry[index]!;
    const next = new Float64Array(judges.length);
    for (const { entry, judge, total } of rows) next[judge]! += total - scores[entry]!;
    moved = 0;
    for (let index = 0; index < next.length; index += 1) {
      next[index]! /= perJudge[index]! + CAUTION;
      moved = Math.max(moved, Math.abs(next[index]! - leans[index]!));
    }
    leans.set(next);
  }
  const squares = rows.reduce(
    (sum, { entry, judge, total }) => sum + (total - scores[entry]! - leans[judge]!) ** 2,
    0,
  );
  const freedom = rows.length - entries.length - judges.length + 1;
  return {
    scores: new Map(entries.map((id, index) => [id, scores[index]!])),
    leans: new Map(judges.map((id, index) => [id, leans[index]!])),
    sigma: freedom < 1 ? null : Math.sqrt(squares / freedom),
  };
}

/** Whole hundredths, half away from zero; what is a half but for the last bits counts as one. */
export const hundredthsOf = (value: number): number =>
  Math.sign(value) * Math.round(Math.abs(value) * PERCENT + PRECISION);

/** Two decimals, as texts of the sealed file. */
export const decimalsOf = (hundredths: number): string => (hundredths / PERCENT).toFixed(2);

type Rankable = {
  id: string;
  /** Hexadecimal digits that decide between equals. */
  lot: string;
  /** Hundredths; undefined without a counted review. */
  score: number | undefined;
};
export type Ranking = {
  /** In order; those without a score last. */
  order: string[];
  ranks: Map<string, number>;
  /** In hundredths; null if all have a place. */
  line: number | null;
  near: Set<string>;
};

type Rule = { places: number; nearPoints: number; nearTies: 'reason' | 'lot' };

const byLot = (one: Rankable, other: Rankable) => (one.lot < other.lot ? -1 : 1);

/** Ranks by score, equals by lot; with `lot`, all near the line by lot among themselves. */
export function rankEntries(entries: readonly Rankable[], rule: Rule): Ranking {
  const scored = entries
    .filter(({ score }) => score !== undefined)
    .sort((one, other) => other.score! - one.score! || byLot(one, other));
  const [last, first] = [scored[rule.places - 1], scored[rule.places]];
  // Halfway may be half a hundredth: away from zero, like scores.
  const line = last && first ? Math.round((last.score! + first.score!) / 2) : null;
  const isNear = ({ score }: Rankable) =>
    line !== null && Math.abs(score! - line) <= Math.round(rule.nearPoints * PERCENT);
  const near = scored.filter(isNear);
  if (rule.nearTies === 'lot' && near.length > 0)
    scored.splice(scored.indexOf(near[0]!), near.length, ...near.toSorted(byLot));
  const unscored = entries.filter(({ score }) => score === undefined).sort(byLot);
  return {
    order: [...scored, ...unscored].map(({ id }) => id),
    ranks: new Map(scored.map(({ id }, index) => [id, index + 1])),
    line,
    near: new Set(near.map(({ id }) => id)),
  };
}

/** What a sealed file says of an entry, in order of rank; scores with two decimals. */
type SealedEntry = {
  key: string;
  rank: number | null;
  score: string | null;
  outcome: string | null;
  reason?: string | null;
};
export type SealedResults = {
  line: string | null;
  near_points: number;
  near_ties: string;
  entries: readonly SealedEntry[];
};

/**
 * Why entries have their outcomes: their own reasons, where an outcome differs from the order, and
 * those that a lot decided, between equal scores or near ones (contract §9.8, "Feedback"). Beside
 * them, what was needed to be selected.
 */
export function explainOutcomes({ line, near_points, near_ties, entries }: SealedResults) {
  const ranked = entries.filter(({ rank }) => rank !== null);
  const isSelected = ({ outcome }: SealedEntry) => outcome === 'selected';
  const places = ranked.filter(isSelected).length;
  const pointsOf = ({ score }: SealedEntry) => hundredthsOf(Number(score));
  const isNear = (entry: SealedEntry): boolean =>
    near_ties === 'lot' &&
    line !== null &&
    Math.abs(pointsOf(entry) - hundredthsOf(Number(line))) <= hundredthsOf(near_points);
  const groupOf = (entry: SealedEntry) => (isNear(entry) ? 'near' : pointsOf(entry));
  const [last, next] = [ranked[places - 1], ranked[places]];
  const drawn = last && next && groupOf(last) === groupOf(next) ? groupOf(last) : undefined;
  const scores = ranked.filter(isSelected).map(pointsOf);
  return {
    ranked: ranked.length,
    lowest: scores.length > 0 ? decimalsOf(Math.min(...scores)) : null,
    entries: new Map(
      ranked.map((entry, place) => {
        const isOdd = place < places !== isSelected(entry);
        const byLot = !isOdd && drawn !== undefined && groupOf(entry) === drawn;
        return [entry.key, { reason: isOdd ? (entry.reason ?? null) : null, byLot }];
      }),
    ),
  };
}
