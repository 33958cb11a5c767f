import { useQuery } from '@tanstack/react-query';
import type { SheetResult, Sheets } from '#domain/judging/pitch-schema.ts';
import { transport } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { send } from '#app/api/transport.ts';
import { postJson, roundPath } from '#app/features/rounds/desk/round-calls.ts';

export type TypedRow = {
  review_id: string;
  scores?: Record<string, number>;
  has_conflict?: boolean;
  not_heard?: boolean;
};

/** What is printed, typed in and settled. */
export const sheetCalls = {
  type: async (
    roundId: string,
    judge_id: string,
    row: TypedRow,
    idempotencyKey: string,
  ): Promise<SheetResult> => {
    const { results } = await postJson<{ results: SheetResult[] }>(
      roundPath(roundId, '/sheets'),
      { judge_id, entries: [row] },
      { idempotencyKey },
    );
    return results[0]!;
  },
  settle: async (
    roundId: string,
    reviewId: string,
    json: { note: string; scores?: Record<string, number> },
  ): Promise<void> => {
    const path = roundPath(roundId, `/sheets/${encodeURIComponent(reviewId)}`);
    await send(transport, 'PATCH', path, { json });
  },
};

export const useSheets = (roundId: string) =>
  useQuery({
    queryKey: [queryKeys.rounds, 'sheets', roundId],
    queryFn: async ({ signal }): Promise<Sheets> =>
      (await send(transport, 'GET', roundPath(roundId, '/sheets'), {}, { signal })).json(),
  });

export type Judge = Sheets['judges'][number];

/** The rows of a judge's sheet, in the order of the run. */
export function rowsOf({ entries }: Sheets, { reviews }: Judge) {
  const byCode = new Map(reviews.map((review) => [review.code, review]));
  return entries.flatMap((entry) => {
    const review = byCode.get(entry.code);
    if (!review && entry.state === 'withdrawn') return [];
    // A judge with a tie has none, or one that is not judged.
    const isTied = !review || review.state === 'recused';
    return [{ entry, review, isTied, isOut: isTied || entry.state !== 'in' }];
  });
}
export type Row = ReturnType<typeof rowsOf>[number];
