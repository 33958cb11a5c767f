import { createHash } from 'node:crypto';
import type { Round, RoundCounts } from '#domain/rounds/schema.ts';
import type { Row } from '../db/tables.ts';
import type { RoundRow } from './store.ts';

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const instantOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** In a pitch round everybody judges: 0 is stored. */
const reviewsOf = ({ kind, reviews_per_proposal: count }: RoundRow): number | null =>
  kind === 'pitch' ? null : count;

/** How the round is judged: a copy of the round has the same. */
export const rulesOf = (row: RoundRow) => ({
  is_final: row.is_final,
  regions: row.regions,
  places: row.places,
  is_blind: row.is_blind,
  shows_documents: row.shows_documents,
  reviews_per_proposal: reviewsOf(row),
  spares_own_region: row.spares_own_region,
  comments: row.comments,
  near_points: row.near_points,
  near_ties: row.near_ties,
});

/** What everybody who has to do with the round may know. */
export const presentJudged = (row: RoundRow): Round => ({
  id: row.id,
  program_id: row.program_id,
  program_title: row.program_title,
  name: row.name,
  position: row.position,
  kind: row.kind,
  state: row.state,
  ...rulesOf(row),
  closes_at: instantOf(row.closes_at),
  date: row.date,
  venue: row.venue,
  minutes: row.minutes,
  sessions: row.sessions ?? [],
  criteria: row.criteria,
  seed_sha256: sha256Of(row.seed),
  rubric_sha256: row.rubric_sha256,
  opened_at: instantOf(row.opened_at),
  closed_at: instantOf(row.closed_at),
  release_at: instantOf(row.release_at),
  released_at: instantOf(row.released_at),
});

export const presentSeal = (
  row: Pick<Row<'seals'>, 'sha256' | 'sealed_at' | 'withdrawn_at' | 'reason'>,
): NonNullable<Round['seals']>[number] => ({
  sha256: row.sha256,
  sealed_at: row.sealed_at.toISOString(),
  withdrawn_at: instantOf(row.withdrawn_at),
  reason: row.reason,
});

type ForAdmins = { judgeIds: string[]; counts: RoundCounts; seals: NonNullable<Round['seals']> };

export const presentRound = (row: RoundRow, { judgeIds, counts, seals }: ForAdmins): Round => ({
  ...presentJudged(row),
  decline_text: row.decline_text,
  selected_text: row.selected_text,
  judge_ids: judgeIds,
  seals,
  counts,
});
