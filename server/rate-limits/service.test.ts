import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { PASSWORD, registration, repeatFailure } from '#tests/factories.ts';
import { isRightPassword } from '../accounts/passwords.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { Problem } from '#domain/problem.ts';
import { countPublicForm, mayAskForCode, recordFailure, tryPassword } from './service.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine, { TRUST_PROXY: '1' });
    app.holdClock();
  });
  afterAll(() => app.close());

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const countRows = async () =>
    (await app.services.db.read.selectFrom('attempts').select('id').execute()).length;
  const fail = async (address: string, times: number) => {
    await recordFailure(app.services, address);
    await repeatFailure(app.services, times - 1);
  };

  test('300 failed tries in a minute close the account calls to that address only, until the minute is over', async () => {
    const { email } = (await app.visitor.post('/auth/register', registration(), from('192.0.2.1')))
      .body;
    await fail('192.0.2.1', 297);
    const calls = [
      () =>
        app.visitor.post(
          '/auth/login',
          { username: email, password: 'Wrong-Trombone-7' },
          from('192.0.2.1'),
        ),
      () => app.visitor.post('/auth/verify-otp', { email, otp: '123456' }, from('192.0.2.1')),
      () => app.visitor.get('/auth/me', { ...from('192.0.2.1'), token: 'x'.repeat(43) }),
    ];
    expect(await Promise.all(calls.map(async (call) => (await call()).status))).toEqual([
      400, 400, 401,
    ]);
    const rows = await countRows();
    for (const call of calls) expect((await call()).status).toBe(429);
    for (const path of [
      'register',
      'login',
      'password-reset-request',
      'password-reset',
      'verify-otp',
      'resend-otp',
    ]) {
      const { status, headers, body } = await app.visitor.post(
        `/auth/${path}`,
        {},
        from('192.0.2.1'),
      );
      expect([path, status, body.code]).toEqual([path, 429, 'too_many_attempts']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await countRows()).toBe(rows);
    expect(
      (
        await app.visitor.post(
          '/auth/login',
          { username: email, password: PASSWORD },
          from('192.0.2.2'),
        )
      ).status,
    ).toBe(200);
    app.pass(60);
    expect(
      (
        await app.visitor.post(
          '/auth/login',
          { username: email, password: PASSWORD },
          from('192.0.2.1'),
        )
      ).status,
    ).toBe(200);
  });

  test('of many failures at the same moment no more than 300 are told', async () => {
    await fail('192.0.2.77', 290);
    await fail('192.0.2.77', 5);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => recordFailure(app.services, '192.0.2.77')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('whoever is signed in at a closed address goes on, and so does whoever reads', async () => {
    const person = await app.signIn();
    await fail('192.0.2.3', 300);
    expect(
      (await person.get('/auth/me', { ...from('192.0.2.3'), token: person.token })).status,
    ).toBe(200);
    expect((await app.visitor.get('/programs/', from('192.0.2.3'))).status).toBe(200);
    expect((await app.visitor.get('/auth/me', from('192.0.2.3'))).status).toBe(401);
  });

  test('successes and sessions that ran out never count', async () => {
    const person = await app.signIn();
    const rows = await countRows();
    await person.get('/auth/me');
    app.pass(1801);
    expect((await person.get('/auth/me')).status).toBe(401);
    expect((await app.visitor.get('/auth/me')).status).toBe(401);
    expect(await countRows()).toBe(rows);
  });

  test('public forms: 60 an hour from one address, also at the same moment', async () => {
    const send = () =>
      app.services.db
        .write((tx) => countPublicForm({ ...app.services, address: '192.0.2.4' }, tx))
        .then(
          () => 'sent',
          (error) => error.code,
        );
    const answers: string[] = [];
    // No more at once than the database accepts: a slow machine would refuse the others for another
    // reason.
    for (let wave = 0; wave < 8; wave += 1)
      answers.push(...(await Promise.all(Array.from({ length: 8 }, send))));
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(60);
    expect(answers.filter((answer) => answer === 'too_many_attempts')).toHaveLength(4);
    app.pass(3600);
    expect(await send()).toBe('sent');
  });

  test('codes: resets and resends for 120 accounts an hour from one address, known or not, with the same answer past it; log-ins go on', async () => {
    const [registered, other] = [
      (await app.visitor.post('/auth/register', registration(), from('192.0.2.8'))).body.email,
      registration().email,
    ];
    for (let index = 0; index < 118; index += 1)
      await app.services.db.write((tx) =>
        mayAskForCode({ ...app.services, address: '192.0.2.8' }, tx),
      );
    const codesOf = async (email: string) =>
      (
        await app.services.db.read
          .selectFrom('mails')
          .select('id')
          .where('recipient', '=', email)
          .where('subject', 'like', '%code%')
          .execute()
      ).length;
    const ask = (email: string, address = '192.0.2.8') =>
      app.visitor.post('/auth/password-reset-request', { email }, from(address));
    const reset = (email: string) =>
      app.visitor.post('/auth/resend-otp', { email, purpose: 'reset' }, from('192.0.2.8'));
    const within = [await ask(other), await ask(registered)];
    const codes = await codesOf(registered);
    expect(codes).toBe(1);
    const beyond = [await ask(other), await ask(registered)];
    expect([...within, ...beyond].map(({ status, text }) => [status, text])).toEqual(
      Array(4).fill([200, within[0]!.text]),
    );
    expect((await reset(registered)).status).toBe(200);
    expect(await codesOf(registered)).toBe(codes);
    expect(
      (
        await app.visitor.post(
          '/auth/login',
          { username: registered, password: PASSWORD },
          from('192.0.2.8'),
        )
      ).status,
    ).toBe(200);
    expect(await codesOf(registered)).toBe(codes + 1);
    await ask(registered, '192.0.2.9');
    expect(await codesOf(registered)).toBe(codes + 2);
    app.pass(3600);
    await ask(registered);
    expect(await codesOf(registered)).toBe(codes + 3);
  });

  test('a password that could not be checked, or whose check never ended, is no wrong one', async () => {
    const [email, parts] = [registration().email, { ...app.services, address: '192.0.2.10' }];
    const overloaded = () =>
      tryPassword(parts, email, () => Promise.reject(new Problem('overloaded', 'Come back'))).catch(
        ({ code }) => code,
      );
    expect(await Promise.all(Array.from({ length: 12 }, overloaded))).toContain('overloaded');
    const guess = () =>
      tryPassword(parts, email, async () => undefined).then(
        () => 'wrong',
        ({ code }) => code,
      );
    expect(await guess()).toBe('wrong');
    const never = new Promise<undefined>(() => undefined);
    const begin = async () => {
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const check = () => {
        resolve();
        return never;
      };
      void tryPassword(parts, email, check);
      await begun;
    };
    for (let index = 0; index < 9; index += 1) await begin();
    expect(await guess()).toBe('too_many_attempts');
    app.pass(31);
    for (let index = 1; index < 10; index += 1) expect(await guess()).toBe('wrong');
    expect(await guess()).toBe('too_many_attempts');
  });
});

test('one network that has too many passwords checked keeps only itself out, and closes no account', async () => {
  const app = await createTestApp({ TRUST_PROXY: '1' });
  const { email } = (await app.visitor.post('/auth/register', registration())).body;
  const [crowd, elsewhere] = ['192.0.2.7', '198.51.100.7'];
  let isFull = true;
  /**
   * More than may run and wait: refused requests retry in the next iteration of the event loop, so
   * there is never a free place. The hash is a cheap one: how long a check takes does not matter.
   */
  const cheap = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const fill = async () => {
    while (isFull)
      await isRightPassword(cheap, 'Some-Trombone-1', crowd).catch(() => new Promise(setImmediate));
  };
  const filling = Array.from({ length: 210 }, fill);
  const login = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const credentials = { username: email, password: PASSWORD };
    return (await app.visitor.post('/auth/login', credentials, { headers })).status;
  };
  const refused = await Promise.all(Array.from({ length: 10 }, () => login(crowd)));
  const owner = await login(elsewhere);
  isFull = false;
  await Promise.all(filling);
  expect(refused).toEqual(Array(10).fill(503));
  expect(owner).toBe(200);
  expect(await login(crowd)).toBe(200);
  await app.close();
});

test('two instances on one database count together and know each other’s codes and tokens', async () => {
  const database = await createTestDatabase();
  const url = database.isConcurrent ? database.url : `${database.url}&pool_max=1`;
  const [one, other] = [
    await createTestApp({ DATABASE_URL: url }),
    await createTestApp({ DATABASE_URL: url }),
  ];
  try {
    const { email } = (await one.visitor.post('/auth/register', registration())).body;
    await one.visitor.post('/auth/login', { username: email, password: PASSWORD });
    const otp = await one.readOtp(email);
    const replies = await Promise.all(
      [one, other].map((app) => app.visitor.post('/auth/verify-otp', { email, otp })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const token = replies.find(({ status }) => status === 200)!.body.access_token;
    for (const app of [one, other])
      expect((await app.visitor.get('/auth/me', { token })).status).toBe(200);

    const guess = (app: TestApp) =>
      app.visitor.post('/auth/login', { username: email, password: 'Wrong-Trombone-7' });
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, index) => guess(index % 2 ? one : other)),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
  } finally {
    await one.close();
    await other.close();
    await database.stop();
  }
});
