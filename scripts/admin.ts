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
import { resetFactorsAtTheMachine } from '#server/accounts/factor-reset-service.ts';
import { createOperatorAdmin, operatorAdmin } from '#server/accounts/admin-service.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { openDb } from '#server/db/open.ts';

const USAGE = [
  'Usage: npm run admin -- create --email E --first-name F --last-name L   (password from a prompt or ADMIN_PASSWORD)',
  '       npm run admin -- reset-second-factor --email E',
].join('\n');

/** An error that the operator can fix; shown without a stack trace. */
class UsageError extends Error {}

const COMMANDS = ['create', 'reset-second-factor'] as const;

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { email: text, 'first-name': text, 'last-name': text },
    });
    const command = COMMANDS.find((name) => name === positionals.join());
    if (!command) throw new UsageError(USAGE);
    return {
      command,
      email: values.email,
      first_name: values['first-name'],
      last_name: values['last-name'],
    };
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

/** Reads a line without showing it; also works with a piped password. */
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
        reject(new UsageError('No password was given. Nothing was created.'));
      else resolve(answer);
    });
  });
}

async function readPassword(): Promise<string> {
  if (process.env['ADMIN_PASSWORD']) return process.env['ADMIN_PASSWORD'];
  const password = await askSecretly('Password: ');
  const isSame = (again: string) => normalisePassword(again) === normalisePassword(password);
  if (process.stdin.isTTY && !isSame(await askSecretly('Password again: ')))
    throw new UsageError('The passwords differ. Nothing was created.');
  return password;
}

function check<S extends z.core.$ZodType>(schema: S, given: unknown): z.output<S> {
  const input = z.safeParse(schema, given);
  if (input.success) return input.data;
  const sentences = input.error.issues.map(
    (issue) => `  ${String(issue.path[0]).replace('_', '-')}: ${issue.message}`,
  );
  throw new UsageError(`Nothing was created.\n${[...new Set(sentences)].join('\n')}`);
}

/** ADMIN_EMAIL only matters when the server starts; here only the database settings count. */
function readSettings() {
  const { ADMIN_EMAIL: _start, ...environment } = process.env;
  return readConfig(environment);
}

type Given = Omit<ReturnType<typeof readArguments>, 'command'>;

async function createAdmin(given: Given): Promise<void> {
  const person = check(operatorAdmin.omit({ password: true }), given);
  const config = readSettings();
  const input = check(operatorAdmin, { ...person, password: await readPassword() });
  const db = await openDb(config);
  try {
    const id = await createOperatorAdmin({ db, clock: () => new Date() }, input);
    if (!id) throw new UsageError(`${input.email} already has an account. Nothing was changed.`);
    console.log(`Created the admin ${input.email}.`);
  } finally {
    await db.close();
  }
}

const RESULTS = {
  unknown: (email: string) => `Nobody has an account with ${email}. Nothing was changed.`,
  none: (email: string) => `${email} has no second factor. Nothing was changed.`,
  done: (email: string) => `Reset the second factor of ${email}, who is told by mail.`,
};

/** Ends all sessions of the admin; the running server sends the mail. */
async function resetSecondFactor(given: Given): Promise<void> {
  const { email } = check(operatorAdmin.pick({ email: true }), given);
  const config = readSettings();
  const db = await openDb(config);
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  try {
    const parts = { db, config, publicUrl, clock: () => new Date() };
    const result = await resetFactorsAtTheMachine(parts, email);
    if (result !== 'done') throw new UsageError(RESULTS[result](email));
    console.log(RESULTS.done(email));
  } finally {
    await db.close();
  }
}

const RUN = { create: createAdmin, 'reset-second-factor': resetSecondFactor };

try {
  const { command, ...given } = readArguments();
  await RUN[command](given);
} catch (error) {
  console.error(
    error instanceof UsageError || error instanceof ConfigError ? error.message : error,
  );
  process.exitCode = 1;
}
