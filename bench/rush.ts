/**
 * How long a login takes while five hundred others read: people who must log in go first
 * (docs/decisions/0018).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ask, get, measure, post } from './load.ts';
import { limited, spread, type Row } from './report.ts';
import { PASSWORD } from './seed.ts';
import { inWorld, signedIn, type World } from './world.ts';

const READERS = 500;
const DURATION_MS = 6000;
const LOGINS = 9;
const LIMIT_MS = 1000;

/** Milliseconds of each login, one after the other, each by a different person. */
async function timeLogins({ product: { port }, seeded }: World, first: number): Promise<number[]> {
  const times: number[] = [];
  for (const username of seeded.emails.slice(first, first + LOGINS)) {
    const begin = performance.now();
    const { status } = await ask(
      port,
      post('/api/v1/auth/login', Buffer.from(JSON.stringify({ username, password: PASSWORD })), {
        'content-type': 'application/json',
      }),
    );
    if (status !== 200) throw new Error(`A login answers ${status}`);
    times.push(performance.now() - begin);
  }
  return times;
}

export const benchRush = (): Promise<Row[]> =>
  inWorld({ users: 50 }, async (world) => {
    const alone = await timeLogins(world, 0);
    const next = () => get('/api/v1/programs/?limit=10', signedIn(world.seeded.applicantToken));
    const reading = measure(
      { port: world.product.port, next },
      { connections: READERS, milliseconds: DURATION_MS },
    );
    await wait(DURATION_MS / 4);
    const among = await timeLogins(world, LOGINS);
    await reading;
    return [
      { what: 'a login, nobody else there', ours: spread(alone, ' ms') },
      limited(
        `the slowest of ${LOGINS} logins while ${READERS} others read`,
        [Math.max(...among)],
        ' ms',
        LIMIT_MS,
      ),
    ];
  });
