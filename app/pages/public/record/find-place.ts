import { readReceiptNumber } from '#domain/receipts/rules.ts';
import type { PublicRecord } from '#domain/judging/record-schema.ts';
import { toHex } from '#app/api/to-hex.ts';
import { apiPath, send, type Transport } from '#app/api/transport.ts';

/** What a sealed file says of one proposal. */
export type Place = {
  round: string;
  /** Null before the release. */
  results: {
    line: string | null;
    ranked: number;
    entry: { rank: number | null; score: string | null; outcome: string } | null;
  } | null;
};

type SealedFile = {
  line: string | null;
  entries: { key: string; rank: number | null; score: string | null; outcome: string }[];
};

async function keyOf(receipt: string, roundId: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${receipt}:${roundId}`);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** In every round of the record, found by the key as anybody can compute it. */
export function findPlaces(
  transport: Transport,
  { rounds }: PublicRecord,
  typed: string,
): Promise<Place[]> {
  const receipt = readReceiptNumber(typed) ?? typed;
  return Promise.all(
    rounds.map(async ({ id, name, released_at }) => {
      if (!released_at) return { round: name, results: null };
      const path = apiPath(`/public-record/rounds/${id}/seal.json`);
      const file = (await (await send(transport, 'GET', path)).json()) as SealedFile;
      const key = await keyOf(receipt, id);
      return {
        round: name,
        results: {
          line: file.line,
          ranked: file.entries.filter(({ rank }) => rank !== null).length,
          entry: file.entries.find((one) => one.key === key) ?? null,
        },
      };
    }),
  );
}
