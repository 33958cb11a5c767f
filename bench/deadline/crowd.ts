/**
 * Ten times as many visitors without a pause as keep the product busy: the answers they get, how
 * applicants fare among them, and how soon response times are back to normal.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { percentile } from '../report.ts';
import type { Visits } from '../visitors.ts';
import { apply, clientOf, emailOf, logIn, save, type Client, type Rush } from './applicant.ts';
import { newFigures, type Figures } from './figures.ts';
import type { Plan } from './model.ts';
import type { Stage } from './stage.ts';

export type Crowding = {
  /** As many as the product has work for, and ten times as many. */
  busy: Visits;
  crowded: Visits;
  /** About the applicants among the crowd. */
  figures: Figures;
  /**
   * The normal duration of a page, a list and a save together in milliseconds: the median before.
   */
  usualMs: number;
  /**
   * Milliseconds after the crowd has left until the duration is normal again, three times in a row.
   */
  recoveredMs: number;
};

const run = promisify(execFile);
/**
 * The number of requests that the product's lanes process at a time (docs/decisions/0018), and some
 * more.
 */
const BUSY_VISITORS = 60;
const TIMES = 10;
const [BUSY_MS, CROWDED_MS] = [3000, 10_000];
/** One a second. */
const AMONG_THEM = CROWDED_MS / 1000;
/** People reserved for this: those among the crowd, and one who saves. */
export const SPARE_PEOPLE = AMONG_THEM + 1;
const PROBES = 9;
const IN_A_ROW = 3;
/** A normal duration: at most twice as long, or this many milliseconds longer. */
const SLACK_MS = 150;
const GIVE_UP_MS = 20_000;

async function visit({ url }: Stage, visitors: number, milliseconds: number): Promise<Visits> {
  const script = join(import.meta.dirname, '../visitors.ts');
  const words = [script, new URL(url).port, String(visitors), String(milliseconds)];
  return JSON.parse((await run(process.execPath, words)).stdout) as Visits;
}

/** Milliseconds of a page, a list and a save; undefined if one of them fails. */
async function probe({ url }: Stage, client: Client): Promise<number | undefined> {
  const began = performance.now();
  try {
    for (const path of ['/contact-us', '/api/v1/programs/?limit=9']) {
      const answer = await fetch(url + path);
      await answer.arrayBuffer();
      if (!answer.ok) return undefined;
    }
    await save(client, {
      business_name: 'Looms',
      business_location: String(began),
      business_description: '',
    });
    return performance.now() - began;
  } catch {
    return undefined;
  }
}

async function recover(stage: Stage, client: Client, usualMs: number): Promise<number> {
  const began = performance.now();
  let [good, recoveredMs] = [0, 0];
  while (good < IN_A_ROW && performance.now() - began < GIVE_UP_MS) {
    const took = await probe(stage, client);
    good = took !== undefined && took <= Math.max(2 * usualMs, usualMs + SLACK_MS) ? good + 1 : 0;
    if (good === 1) recoveredMs = performance.now() - began;
  }
  return good === IN_A_ROW ? recoveredMs : Infinity;
}

async function applyAmongThem(rush: Rush, { applicants, lastFaster }: Plan): Promise<void> {
  const applying: Promise<void>[] = [];
  for (let index = 0; index < AMONG_THEM; index += 1, await pause(1000)) {
    const person = { index: applicants + index, comesAt: 0, bytesPerMs: 400 * lastFaster };
    applying.push(apply(rush, { ...person, isSubmittingFirst: false, documents: [0, 1] }));
  }
  await Promise.all(applying);
}

/** Takes about 15 seconds, and until the product is fast again. */
export async function crowd(stage: Stage, rush: Rush, plan: Plan): Promise<Crowding> {
  const saver = clientOf({ ...rush, figures: newFigures() }, plan.applicants + AMONG_THEM);
  await logIn(saver, emailOf(plan.applicants + AMONG_THEM));
  const before: number[] = [];
  while (before.length < PROBES) before.push((await probe(stage, saver)) ?? GIVE_UP_MS);
  const usualMs = percentile(before, 0.5);
  const busy = await visit(stage, BUSY_VISITORS, BUSY_MS);
  const among = { ...rush, figures: newFigures() };
  const applying = applyAmongThem(among, plan);
  const crowded = await visit(stage, BUSY_VISITORS * TIMES, CROWDED_MS);
  const recoveredMs = await recover(stage, saver, usualMs);
  await applying;
  return { busy, crowded, figures: among.figures, usualMs, recoveredMs };
}
