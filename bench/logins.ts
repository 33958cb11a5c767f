/**
 * Logins: nearly all of their cost is argon2, as it should be; compared with a bare server that
 * only checks the password.
 */
import { post, interleave, get } from './load.ts';
import { compared, median, spread, type Pair, type Row } from './report.ts';
import { PASSWORD } from './seed.ts';
import { inWorld } from './world.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Each round logs other people in: an account gets ten codes an hour. */
export const benchLogins = (): Promise<Row[]> =>
  inWorld({ users: 300 }, async ({ product, bare, seeded }) => {
    let index = 0;
    const next = () =>
      post(
        '/api/v1/auth/login',
        Buffer.from(
          new URLSearchParams({
            username: seeded.emails[(index += 1) % seeded.emails.length]!,
            password: PASSWORD,
          }).toString(),
        ),
        FORM,
      );
    await bare.order({
      hash: seeded.passwordHash,
      body: Buffer.from('{"message":"OTP sent to your email"}').toString('base64'),
      headers: { 'content-length': '36' },
    });
    const pair = await interleave(
      { port: product.port, pid: product.pid, next },
      { port: bare.port, pid: bare.pid, next: () => get('/verify') },
      { connections: 4, milliseconds: 800 },
    );
    return [
      compared('POST /auth/login: password, code, mail (bare: argon2 alone)', pair, '/s'),
      shareOfCpu(pair),
    ];
  });

const SHARE = 0.8;

/** How much of the CPU time of a login is argon2's. */
function shareOfCpu({ cpuMs, baselineCpuMs }: Pair): Row {
  const shares = baselineCpuMs.map((milliseconds, round) => milliseconds / cpuMs[round]!);
  return {
    what: "argon2's share of a login's CPU time",
    ours: spread(cpuMs, ' ms'),
    baseline: spread(baselineCpuMs, ' ms'),
    ratio: spread(shares),
    target: `≥ ${SHARE}`,
    isMet: median(shares) >= SHARE,
  };
}
