/** Changes of a round: everything in a draft, very little once it is open to everybody. */
import { randomUUID } from 'node:crypto';
import { invalid, Problem } from '#domain/problem.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import type { PublicChange, UpdateRoundInput } from '#domain/rounds/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { findJudges } from '../judges/store.ts';
import * as store from './store.ts';

/** Every field as it is stored; a criterion without a known id gets a new one. */
export function toColumns(
  { judge_ids: _judges, criteria, regions, ...rest }: UpdateRoundInput,
  known: readonly { id: string }[] = [],
): store.RoundChanges {
  const ids = new Set(known.map(({ id }) => id));
  return {
    ...(rest as store.RoundChanges),
    ...(regions !== undefined && { regions: regions && JSON.stringify(regions) }),
    ...(criteria !== undefined && {
      criteria: JSON.stringify(
        criteria.map(({ id, name, question, weight, anchors }) => ({
          id: id !== undefined && ids.delete(id) ? id : randomUUID(),
          name,
          question,
          weight,
          anchors,
        })),
      ),
    }),
  };
}

/** Refuses with 422 judges who do not exist or have declined. */
export async function requireJudges(tx: Executor, ids: readonly string[]): Promise<void> {
  const found = (await findJudges(tx, ids)).filter(({ state }) => state !== 'declined');
  if (found.length < ids.length) throw invalid({ judge_ids: ROUND.unknownJudge });
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The sent fields that differ from the stored ones. */
function changesIn(
  row: store.RoundRow,
  judgeIds: readonly string[],
  input: UpdateRoundInput,
): UpdateRoundInput {
  const old: Record<string, unknown> = { ...row, judge_ids: judgeIds };
  const normal = (name: string, value: unknown) =>
    name === 'judge_ids' && Array.isArray(value) ? value.toSorted() : value;
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => value !== undefined && !isSame(normal(name, value), old[name]),
    ),
  );
}

const ALWAYS = new Set(['closes_at', 'date', 'venue', 'places']);

/** Refuses with 409 what is frozen, and with 422 a round that would close earlier. */
function requireOpenFields(row: store.RoundRow, changes: UpdateRoundInput, now: Date): void {
  if (Object.keys(changes).some((name) => !ALWAYS.has(name)))
    throw new Problem('round_not_draft', ROUND.notDraft);
  if (row.state === 'released') throw new Problem('round_released', ROUND.released);
  if (changes.places !== undefined && row.state === 'sealed')
    throw new Problem('round_sealed', ROUND.sealed);
  if (changes.places === null) throw invalid({ places: ROUND.places });
  if (changes.closes_at === undefined) return;
  if (row.state !== 'open') throw new Problem('round_not_open', ROUND.notOpen);
  if (!changes.closes_at || changes.closes_at <= now || changes.closes_at <= row.closes_at!)
    throw invalid({ closes_at: ROUND.later });
}

/** As the record shows a change: instants and plain values. */
const toPublic = (row: store.RoundRow, changes: UpdateRoundInput, at: Date): PublicChange[] =>
  Object.entries(changes).map(([field, after]) => ({
    at: at.toISOString(),
    field,
    before: row[field as keyof store.RoundRow] ?? null,
    after,
  }));

/** Writes what differs; the round is locked. Refuses with 409 and 422. */
export async function writeSetup(
  context: UserContext,
  tx: Executor,
  row: store.RoundRow,
  input: UpdateRoundInput,
): Promise<void> {
  const judgeIds = (await store.listRoundJudges(tx, [row.id])).map(({ judge_id }) => judge_id);
  const changes = changesIn(row, judgeIds, input);
  if (Object.keys(changes).length === 0) return;
  const now = context.clock();
  const isDraft = row.state === 'draft';
  if (!isDraft) requireOpenFields(row, changes, now);
  if (changes.judge_ids) {
    await requireJudges(tx, changes.judge_ids);
    await store.removeRoundJudges(tx, row.id);
    await store.addRoundJudges(tx, row.id, changes.judge_ids, now);
  }
  await store.changeRound(tx, row.id, {
    ...toColumns(changes, row.criteria),
    ...(!isDraft && {
      changes: JSON.stringify([...row.changes, ...toPublic(row, changes, now)]),
    }),
    updated_at: now,
    version: row.version + 1,
  });
  await audit(tx, context, 'round.update', 'round', row.id, { before: row, after: changes });
  await raiseVersion(tx, 'public');
}
