/**
 * For operators, beside a new or a running installation. `npm run admin -- create --email E
 * --first-name F --last-name L` creates an admin; `npm run admin -- reset-second-factor --email E`
 * restores access for one who has lost every factor.
 */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { normalisePassword } from '#domain/accounts/rules.ts';
import { resetFactorsAtTheMachine } from '#server/accounts/factor-service.ts';
import { createOperatorAdmin, operatorAdmin } from '#server/accounts/account-service.ts';
import { ConfigError, type Config } from '#server/config.ts';
import { openDb } from '#server/db/open.ts';
import { runCommand } from './command-line.ts';

const USAGE = [
  'Usage: npm run admin -- create --email E --first-name F --last-name L   (password from a prompt or ADMIN_PASSWORD)',
  '       npm run admin -- reset-second-factor --email E',
].join('\n');

const COMMANDS = ['create', 'reset-second-factor'] as const;

function readArguments(words: string[], _config: Config, refuse: () => never) {
  const text = { type: 'string' } as const;
  const options = { email: text, 'first-name': text, 'last-name': text };
  const { values, positionals } = parse(() =>
    parseArgs({ args: words, allowPositionals: true, options }),
  );
  const command = COMMANDS.find((name) => name === positionals.join()) ?? refuse();
  return {
    command,
    email: values.email,
    first_name: values['first-name'],
    last_name: values['last-name'],
  };
}

function parse<R>(read: () => R): R {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${USAGE}`);
  }
}

function askSecretly(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY,
  });
  return new Promise((resolve, reject) => {
    let answer: string | undefined;
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      process.stderr.write('\n');
      if (answer === undefined)
        reject(new ConfigError('No password was given. Nothing was created.'));
      else resolve(answer);
    });
  });
}

async function readPassword(): Promise<string> {
  if (process.env['ADMIN_PASSWORD']) return process.env['ADMIN_PASSWORD'];
  const password = await askSecretly('Password: ');
  const isSame = (again: string) => normalisePassword(again) === normalisePassword(password);
  if (process.stdin.isTTY && !isSame(await askSecretly('Password again: ')))
    throw new ConfigError('The passwords differ. Nothing was created.');
  return password;
}

function check<S extends z.core.$ZodType>(schema: S, given: unknown): z.output<S> {
  const input = z.safeParse(schema, given);
  if (input.success) return input.data;
  const sentences = input.error.issues.map(
    (issue) => `  ${String(issue.path[0]).replace('_', '-')}: ${issue.message}`,
  );
  throw new ConfigError(`Nothing was created.\n${[...new Set(sentences)].join('\n')}`);
}

type Words = ReturnType<typeof readArguments>;

async function createAdmin(config: Config, given: Words): Promise<string> {
  const person = check(operatorAdmin.omit({ password: true }), given);
  const input = check(operatorAdmin, { ...person, password: await readPassword() });
  const db = await openDb(config);
  try {
    const id = await createOperatorAdmin({ db, clock: () => new Date() }, input);
    if (!id) throw new ConfigError(`${input.email} already has an account. Nothing was changed.`);
    return `Created the admin ${input.email}.`;
  } finally {
    await db.close();
  }
}

const RESULTS = {
  unknown: (email: string) => `Nobody has an account with ${email}. Nothing was changed.`,
  none: (email: string) => `${email} has no two-step verification. Nothing was changed.`,
  done: (email: string) => `Reset the second factor of ${email}, who is told by email.`,
};

/** Ends all sessions of the admin; the running server sends the mail. */
async function resetSecondFactor(config: Config, given: Words): Promise<string> {
  const { email } = check(operatorAdmin.pick({ email: true }), given);
  const db = await openDb(config);
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  try {
    const parts = { db, config, publicUrl, clock: () => new Date() };
    const result = await resetFactorsAtTheMachine(parts, email);
    if (result !== 'done') throw new ConfigError(RESULTS[result](email));
    return RESULTS.done(email);
  } finally {
    await db.close();
  }
}

const RUN = { create: createAdmin, 'reset-second-factor': resetSecondFactor };

await runCommand({
  usage: USAGE,
  // The first admin may be created before the first start.
  startsEmpty: ({ command }) => command === 'create',
  read: readArguments,
  run: (config, words) => RUN[words.command](config, words),
});
