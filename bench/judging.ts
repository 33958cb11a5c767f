/** A round of 1,500 proposals read by 60 judges: plan, reviews, ranking, seal and release. */
import { join } from 'node:path';
import { DAY_MS } from '#domain/constants.ts';
import { REGIONS } from '#domain/regions.ts';
import { scoreEntries } from '#domain/judging/score-rules.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { Backstage, type SignedIn } from '#tests/e2e/backstage.ts';
import { joinAsJudge } from '#tests/e2e/judging-stage.ts';
import { Mailbox } from '#tests/e2e/mailbox.ts';
import { measure, withBody, type WireRequest } from './load.ts';
import { processorSeconds } from './product.ts';
import { limited, type Row } from './report.ts';
import { inWorld, signedIn, type World } from './world.ts';

const PROPOSALS = 1_500;
const JUDGES = 60;
const READS_EACH = 3;
const ROUNDS = 5;
const LIMITS = { planMs: 1000, rankingMs: 50, progressMs: 20, scoreMs: 50, sealMs: 500 };
const RELEASE_LIMIT_MS = 3000;
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Akwaaba-2026!' };
const ANCHORS = ['Not at all', 'A little', 'Fairly', 'Very', 'Outstanding'];
const CRITERIA = ['Market', 'Team', 'Numbers', 'Impact'].map((name, index) => ({
  ...{ name, question: `How convincing is the ${name.toLowerCase()}?`, anchors: ANCHORS },
  weight: 40 - index * 10,
}));

/** All proposals are to one program, which has closed, and nobody has decided about them. */
function gather(dataDir: string): void {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  database.exec(`
    update proposals set program_id = (select min(id) from programs), is_approved = 0, decision = 'undecided';
    update programs set deadline_date = '${new Date(Date.now() - DAY_MS).toISOString()}'`);
  database.close();
}

/** One call: its answer, milliseconds by the clock, and of CPU. */
async function timed<T>({ product }: World, call: () => Promise<T>) {
  const [begin, before] = [performance.now(), processorSeconds(product.pid)];
  const answer = await call();
  const cpuMs = (processorSeconds(product.pid) - before) * 1000;
  return { answer, ms: performance.now() - begin, cpuMs };
}

const row = (what: string, runs: { ms: number; cpuMs: number }[], limit: number): Row => ({
  ...limited(
    what,
    runs.map(({ ms }) => ms),
    ' ms',
    limit,
  ),
  cpu: `${Math.min(...runs.map(({ cpuMs }) => cpuMs)).toFixed(0)} ms`,
});

type Stage = { world: World; backstage: Backstage; token: string; path: string };

/** Opens the round as previewed; returns the figure of the preview. */
async function open({ world, backstage, token, path }: Stage): Promise<Row> {
  const preview = await timed(world, () =>
    backstage.call<{ plan_sha256: string }>('POST', `${path}/open`, {
      ...{ token, json: { preview: true } },
    }),
  );
  const { plan_sha256 } = preview.answer;
  await backstage.call('POST', `${path}/open`, { token, json: { plan_sha256 } });
  return limited('CPU of the plan of 1,500 x 3 among 60', [preview.cpuMs], ' ms', LIMITS.planMs);
}

/** Every judge submits every review, eight at once; returns how many a second. */
async function review(stage: Stage, judges: readonly SignedIn[]): Promise<Row> {
  const { backstage, path, world } = stage;
  const { criteria } = await backstage.call<{ criteria: { id: string }[] }>('GET', path, judges[0]);
  const requests: WireRequest[] = [];
  for (const judge of judges) {
    const reviews = await backstage.call<{ id: string }[]>('GET', '/reviews/', judge);
    for (const [index, { id }] of reviews.entries()) {
      const scores = criteria.map((one, place) => [one.id, 1 + ((index * 7 + place * 3) % 5)]);
      const texts = { strength: 'A clear market.', next_step: 'Show costs.', submit: true };
      const body = Buffer.from(JSON.stringify({ scores: Object.fromEntries(scores), ...texts }));
      requests.push(
        withBody('PUT', `/api/v1/reviews/${id}`, body, {
          ...signedIn(judge.token),
          'content-type': 'application/json',
        }),
      );
    }
  }
  const count = requests.length;
  if (count !== PROPOSALS * READS_EACH) throw new Error(`There are ${count} reviews.`);
  const target = { port: world.product.port, next: () => requests.pop()! };
  const rate = await measure(target, { connections: 8, milliseconds: 600_000, count });
  return { what: `${count} reviews submitted, eight at once`, ours: `${rate.toFixed(0)}/s` };
}

async function ask(stage: Stage, what: string, path: string, limit: number): Promise<Row> {
  const runs = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const run = await timed(stage.world, () =>
      stage.backstage.call('GET', stage.path + path, { token: stage.token }),
    );
    if (round > 0) runs.push(run);
  }
  return row(what, runs, limit);
}

/** The scoring rule alone, in this process. */
function score(): Row {
  const given = Array.from({ length: PROPOSALS * READS_EACH }, (_, index) => ({
    entry: `e${index % PROPOSALS}`,
    judge: `j${(index * 7) % JUDGES}`,
    total: 1 + ((index * 37) % 400) / 100,
  }));
  const runs = Array.from({ length: ROUNDS + 1 }, () => {
    const before = process.cpuUsage();
    scoreEntries(given);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return limited('CPU of the score of 4,500 reviews', runs.slice(1), ' ms', LIMITS.scoreMs);
}

async function finish({ world, backstage, token, path }: Stage): Promise<Row[]> {
  const send = (method: string, name: string, json: object) =>
    timed(world, () => backstage.call(method, path + name, { token, json }));
  await send('PUT', '/decisions', { from_ranking: true });
  const sealed = await send('POST', '/seal', {});
  const released = await send('POST', '/release', {});
  return [
    row('1,500 results sealed', [sealed], LIMITS.sealMs),
    row('1,500 results released, each mail queued', [released], RELEASE_LIMIT_MS),
  ];
}

async function judge(world: World): Promise<Row[]> {
  const url = `http://127.0.0.1:${world.product.port}`;
  const mailbox = new Mailbox(world.dataDir, null);
  const backstage = new Backstage(url, mailbox);
  const { token } = await backstage.admin();
  const judges: (SignedIn & { id: string })[] = [];
  for (let index = 0; index < JUDGES; index += 1) {
    const region = REGIONS[index % REGIONS.length]!;
    const person = await joinAsJudge(backstage, mailbox, region);
    const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', person);
    judges.push({ ...person, id });
  }
  const [program_id] = world.seeded.programIds.toSorted();
  const { id } = await backstage.call<{ id: string }>('POST', '/rounds/', {
    token,
    json: {
      ...{ program_id, name: 'Screening', places: 100, is_final: true, blind: false },
      ...{ reviews_per_proposal: READS_EACH, criteria: CRITERIA },
      ...{ judge_ids: judges.map((one) => one.id) },
      closes_at: new Date(Date.now() + 7 * DAY_MS).toISOString(),
    },
  });
  const stage = { world, backstage, token, path: `/rounds/${id}` };
  const opened = await open(stage);
  const reviewed = await review(stage, judges);
  const progress = await ask(stage, 'the progress of 60 judges', '/judges', LIMITS.progressMs);
  await backstage.call('POST', `${stage.path}/close`, { token, json: {} });
  return [
    opened,
    reviewed,
    progress,
    score(),
    await ask(stage, 'the ranking of 1,500', '/ranking', LIMITS.rankingMs),
    await ask(stage, 'its summary', '/ranking/summary', LIMITS.progressMs),
    ...(await finish(stage)),
  ];
}

export const benchJudging = (): Promise<Row[]> =>
  inWorld({ proposals: PROPOSALS, users: 900, environment: ADMIN, fill: gather }, judge);
