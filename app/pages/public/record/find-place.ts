import { readReceiptNumber } from '#domain/receipts/rules.ts';
import type { PublicRecord } from '#domain/judging/record-schema.ts';
import type { Client } from '#app/api/client.ts';
import { toHex } from '#app/api/to-hex.ts';
import { apiPath, send, type Transport } from '#app/api/transport.ts';

/** What a sealed file says of one proposal. */
export type Place = {
  round: string;
  /** Null before the release. */
  results: {
    /** The lowest score among the selected. */
    lowest: string | null;
    ranked: number;
    entry: { rank: number | null; score: string | null; outcome: string } | null;
  } | null;
};

type SealedFile = {
  entries: { key: string; rank: number | null; score: string | null; outcome: string }[];
};

function lowestOf({ entries }: SealedFile): string | null {
  const selected = entries.filter(({ outcome, score }) => outcome === 'selected' && score !== null);
  return selected.map(({ score }) => score!).toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
}

async function keyOf(receipt: string, roundId: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${receipt}:${roundId}`);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

type Numbers = {
  /** The number itself and those before and after it: of edits of the same proposal. */
  all: string[];
  /** The newest, if another one than what was typed. */
  replacedBy: string | undefined;
};

/** Of edits; more than anybody makes. */
const MOST_NUMBERS = 30;

async function readNumbers(client: Client, number: string): Promise<Numbers> {
  const find = async (one: string) => client.getReceipt(one).catch(() => undefined);
  const all = [number];
  const own = await find(number);
  let replacedBy: string | undefined;
  for (let next = own?.replaced_by; next && all.length < MOST_NUMBERS;) {
    all.push((replacedBy = next));
    next = (await find(next))?.replaced_by;
  }
  for (let last = own?.replaces; last && all.length < MOST_NUMBERS;) {
    all.push(last);
    last = (await find(last))?.replaces;
  }
  return { all, replacedBy };
}

export type Found = {
  places: Place[];
  replacedBy: string | undefined;
  /** The number by which the files know the proposal. */
  known: string;
};

/** In every round of the record, found by the key as anybody can compute it. */
export async function findPlaces(
  transport: Transport,
  client: Client,
  { rounds }: PublicRecord,
  typed: string,
): Promise<Found> {
  const number = readReceiptNumber(typed);
  const { all, replacedBy } = number
    ? await readNumbers(client, number)
    : { all: [typed], replacedBy: undefined };
  let known = all[0]!;
  const places = await Promise.all(
    rounds.map(async ({ id, name, released_at }) => {
      if (!released_at) return { round: name, results: null };
      const path = apiPath(`/public-record/rounds/${id}/seal.json`);
      const file = (await (await send(transport, 'GET', path)).json()) as SealedFile;
      const keys = new Map<string, string>();
      for (const one of all) keys.set(await keyOf(one, id), one);
      const entry = file.entries.find(({ key }) => keys.has(key)) ?? null;
      if (entry) known = keys.get(entry.key)!;
      return {
        round: name,
        results: {
          lowest: lowestOf(file),
          ranked: file.entries.filter(({ rank }) => rank !== null).length,
          entry,
        },
      };
    }),
  );
  return { places, replacedBy, known };
}
