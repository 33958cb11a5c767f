/** Opening accounts: by registration, by an admin, from the command line, and at the start. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ACCOUNT_RULES, CREATE_ADMIN } from '#domain/accounts/messages.ts';
import type { Role } from '#domain/accounts/rules.ts';
import {
  newPassword,
  type CreateAdminInput,
  type RegisterInput,
} from '#domain/accounts/passwords/schema.ts';
import { email, person, profile, userRow, type UserRow } from '#domain/accounts/schema.ts';
import type { AuditAction } from '#domain/audit/rules.ts';
import { LENGTHS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { requiredText } from '#domain/text.ts';
import { audit } from '../audit.ts';
import { ConfigError } from '../config.ts';
import type { Context, Services, User, UserContext } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { shownBy } from '../http/resource.ts';
import { nextHourlyAt, queueMail, topicAbout } from '../mail/store.ts';
import { countingFailures } from '../rate-limits/service.ts';
import { nameOf } from '../sessions/store.ts';
import { rememberBrowser } from './codes.ts';
import { assignedMail, colleagueMail, welcomeMail } from './mails.ts';
import { hashPassword, isWellKnown, refuseWellKnown } from './passwords.ts';
import * as store from './store.ts';

export type Person = Pick<store.UserRow, keyof typeof person>;
type Reachable = Person & { email: string };
const PERSON = Object.keys(person) as (keyof Person)[];

const pick = <T extends object, N extends keyof T>(row: T, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<T, N>;

export const searchTextOf = (user: Person): string =>
  toSearchText(
    user.first_name,
    user.last_name,
    user.email ?? '',
    user.phone_number,
    user.city,
    user.region,
    user.digital_address,
  );

const showProfile = shownBy(profile);
export const presentProfile = (row: store.UserRow, pendingEmail: string | null) =>
  showProfile({ ...row, pending_email: pendingEmail });

const showUser = shownBy(userRow);
export async function presentUsers(
  db: Executor,
  rows: readonly store.UserRow[],
): Promise<UserRow[]> {
  const judges = rows.filter(({ role }) => role === 'judge').map(({ id }) => id);
  const found = await store.findJudgeStates(db, judges);
  const states = new Map(found.map(({ user_id, state }) => [user_id, { judge_state: state }]));
  return rows.map((row) =>
    showUser({ ...row, role: row.role.toUpperCase(), ...states.get(row.id) }),
  );
}

export const presentUser = async (db: Executor, row: store.UserRow) =>
  (await presentUsers(db, [row]))[0]!;

const describeUser = (row: ReturnType<typeof newUser>) =>
  pick(row, [...PERSON, 'role', 'is_active'] as const);

/** Somebody who has just proven their identity, but has no session yet. */
export const actorOf = (
  user: Pick<store.UserRow, 'id' | 'role' | 'first_name' | 'last_name'>,
): User => ({ id: user.id, role: user.role, tokenHash: '', name: nameOf(user) });

export const newUser = (input: Person, role: Role, passwordHash: string, now: Date) => ({
  id: randomUUID(),
  ...pick(input, PERSON),
  password_hash: passwordHash,
  role,
  is_active: true,
  wants_reminders: true,
  search_text: searchTextOf(input),
  ...{ created_at: now, updated_at: now, version: 1 },
});

export const emailTaken = (): Problem => new Problem('email_taken', CREATE_ADMIN.taken);

/**
 * Turns a violation of the unique index into 400: the second request gets it, even at the same
 * moment.
 */
export async function refusingTakenEmail<R>(work: Promise<R>): Promise<R> {
  return work.catch((error) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
}

export async function requireFreeEmail(db: Executor, email: string): Promise<void> {
  if (await store.users.find(db, { email })) throw emailTaken();
}

type Opening = {
  role: Role;
  /** The owner's browser, if it is the one that opens the account. */
  device?: string;
  action: AuditAction;
  mail: (publicUrl: string, email: string) => ReturnType<typeof welcomeMail>;
};

async function openAccount(
  context: Context,
  input: Reachable & { password: string },
  { role, action, mail, device }: Opening,
) {
  refuseWellKnown(input.password, 'password');
  await requireFreeEmail(context.db.read, input.email);
  const passwordHash = await hashPassword(input.password, context.address);
  const now = context.clock();
  const row = newUser(input, role, passwordHash, now);
  const actor = context.actor.id ? context.actor : actorOf(row);
  const opening = context.db.write(async (tx) => {
    await store.insertUser(tx, row);
    await rememberBrowser(context, tx, row.id, device);
    await queueMail(tx, { to: input.email, ...mail(context.publicUrl, input.email) }, now);
    await audit(tx, { ...context, actor }, action, 'user', row.id, { after: describeUser(row) });
  });
  await refusingTakenEmail(opening);
  context.notifyMail();
  return row;
}

/** Opens an applicant's account, whatever role was sent; `device` is known to it from now on. */
export async function register(context: Context, input: RegisterInput, device: string) {
  const action = 'accounts.register';
  const opening = { role: 'applicant', action, mail: welcomeMail, device } as const;
  const row = await countingFailures(context, () => openAccount(context, input, opening));
  const item = showProfile({ ...row, pending_email: null });
  return { item, version: row.version };
}

/** Opens an account of the firm and informs its owner, without sending the password. */
export async function createAdmin(context: Context, input: CreateAdminInput) {
  const row = await openAccount(context, input, {
    role: input.role,
    action: 'users.createAdmin',
    mail: (publicUrl, email) => colleagueMail(publicUrl, email, input.role),
  });
  const item = showUser({ ...row, role: row.role.toUpperCase() });
  return { item, version: row.version };
}

/** Who asks for what is done on the machine itself. */
const LOCAL_ADDRESS = '127.0.0.1';

type Parts = Pick<Services, 'db' | 'clock'>;

/** Without the API. Returns the id, or undefined if the address is known. */
async function createAccount(
  { db, clock }: Parts,
  role: 'admin' | 'applicant',
  input: Person & { password: string },
) {
  if (await store.users.find(db.read, { email: input.email })) return undefined;
  const row = newUser(input, role, await hashPassword(input.password, LOCAL_ADDRESS), clock());
  const acting = { clock, actor: { role: 'visitor' } } as const;
  const action = role === 'admin' ? 'users.createAdmin' : 'accounts.register';
  const opening = db.write(async (tx) => {
    await store.insertUser(tx, row);
    await audit(tx, acting, action, 'user', row.id, { after: describeUser(row) });
  });
  return opening.then(
    () => row.id,
    (error) => {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    },
  );
}

const unknownPassword = newPassword.check(
  z.refine((password: string) => !isWellKnown(password), ACCOUNT_RULES.knownPassword),
);

export const operatorAdmin = z.object({
  email,
  first_name: requiredText('a first name', LENGTHS.name),
  last_name: requiredText('a last name', LENGTHS.name),
  password: unknownPassword,
});

const NOWHERE = { phone_number: '', city: '', digital_address: '', region: '' };

/** From the command line. Returns the id, or undefined if the address is known. */
export const createOperatorAdmin = (parts: Parts, input: z.output<typeof operatorAdmin>) =>
  createAccount(parts, 'admin', { ...NOWHERE, ...input });

/** At the start: opens the account of ADMIN_EMAIL if no account has the address. */
export async function createConfiguredAdmin(services: Parts & Pick<Services, 'config'>) {
  const { admin } = services.config;
  if (!admin) return;
  const input = operatorAdmin.safeParse({ ...admin, first_name: 'Site', last_name: 'Admin' });
  if (!input.success) {
    const issue = input.error.issues[0]!;
    throw new ConfigError(`ADMIN_${String(issue.path[0]).toUpperCase()}: ${issue.message}`);
  }
  await createOperatorAdmin(services, input.data);
}

export const SAMPLE_PASSWORD = 'Akwaaba-2026!';

const SAMPLE_PERSON = {
  phone_number: '0240000000',
  city: 'Accra',
  digital_address: 'GA-000-0000',
  region: 'Greater Accra',
  password: SAMPLE_PASSWORD,
};

/** Running it again changes nothing. */
export async function createSampleAccounts(services: Parts) {
  const efua = { email: 'admin@example.com', first_name: 'Efua', last_name: 'Sample' };
  const kojo = { email: 'applicant@example.com', first_name: 'Kojo', last_name: 'Sample' };
  await createAccount(services, 'admin', { ...SAMPLE_PERSON, ...efua });
  await createAccount(services, 'applicant', { ...SAMPLE_PERSON, ...kojo });
}

/**
 * Tells active admins that somebody else has assigned proposals to them: each once an hour at most
 * (contract §8). The caller notifies the mail job after the commit.
 */
export async function tellAssigned(
  { actor, clock, publicUrl }: UserContext,
  tx: Executor,
  ids: readonly (string | null | undefined)[],
): Promise<void> {
  const others = new Set(ids.filter((id) => id && id !== actor.id) as string[]);
  for (const id of others) {
    const admin = await store.findUser(tx, id);
    if (admin?.role !== 'admin' || !admin.is_active) continue;
    const topic = topicAbout('assigned', id);
    const dueAt = await nextHourlyAt(tx, topic, clock());
    if (!dueAt) continue;
    const mail = assignedMail(publicUrl, admin.first_name);
    await queueMail(tx, { to: admin.email, ...mail, topic, dueAt }, clock());
  }
}
