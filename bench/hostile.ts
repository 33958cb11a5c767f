/**
 * Submissions of one honest person while four others send nothing but the hostile PDFs of the tests
 * (docs/decisions/0021).
 */
import { HOSTILE_PDFS } from '#tests/hostile-pdfs.ts';
import { submissionOf, submissionWith } from './form.ts';
import { ask, type WireRequest } from './load.ts';
import { limited, type Row } from './report.ts';
import { inWorld } from './world.ts';

const ATTACKERS = 4;
const SUBMISSIONS = 20;
const LIMIT_SECONDS = 2;
/** Bodies above the upload limit would be refused unread. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Sends one after the other, most of which are refused, until stopped. Returns how many. */
function attack(port: number, next: () => WireRequest): () => Promise<number> {
  let isStopped = false;
  let count = 0;
  const running = (async () => {
    while (!isStopped) {
      await ask(port, next()).catch(() => undefined);
      count += 1;
    }
    return count;
  })();
  return () => {
    isStopped = true;
    return running;
  };
}

export const benchHostile = (): Promise<Row[]> =>
  inWorld({ users: ATTACKERS + 2 }, async ({ product: { port }, seeded }) => {
    const [honest, ...others] = seeded.applicantTokens;
    const program = seeded.programIds[0]!;
    const files = Object.values(HOSTILE_PDFS)
      .map((make) => make())
      .filter(({ length }) => length < MAX_BYTES);
    const attacks = others.slice(0, ATTACKERS).map((token, start) => {
      let index = Math.floor((start * files.length) / ATTACKERS);
      return attack(port, () => submissionWith(files[index++ % files.length]!, program, token));
    });
    const next = await submissionOf(1, program, [honest!]);
    const seconds: number[] = [];
    for (let count = 0; count < SUBMISSIONS; count += 1) {
      const begin = performance.now();
      const { status } = await ask(port, next());
      seconds.push((performance.now() - begin) / 1000);
      if (status !== 201) throw new Error(`an honest submission got ${status}`);
    }
    const counts = await Promise.all(attacks.map((stop) => stop()));
    return [
      limited(
        `the slowest of ${SUBMISSIONS} submissions beside ${ATTACKERS} hostile people`,
        [Math.max(...seconds)],
        ' s',
        LIMIT_SECONDS,
      ),
      {
        what: 'hostile submissions meanwhile',
        ours: String(counts.reduce((sum, count) => sum + count, 0)),
      },
    ];
  });
