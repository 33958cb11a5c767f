/** Opens accounts, and presents them in the API. */
import { randomUUID } from 'node:crypto';
import { CREATE_ADMIN } from '#domain/accounts/messages.ts';
import type { Role } from '#domain/accounts/rules.ts';
import type { CreateAdminInput, RegisterInput } from '#domain/accounts/passwords/schema.ts';
import type { Profile, UserRow } from '#domain/accounts/schema.ts';
import type { AuditAction } from '#domain/audit/rules.ts';
import { Problem } from '#domain/problem.ts';
import { countingFailures } from '../rate-limits/service.ts';
import { audit } from '../audit.ts';
import type { Context, Services, User, Versioned } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import type { UsersTable } from '../db/tables.ts';
import { queueMail } from '../mail/store.ts';
import { toSearchText } from '../db/search.ts';
import { rememberBrowser } from './known-browsers.ts';
import { colleagueMail, welcomeMail } from './mails.ts';
import { refuseWellKnown, hashPassword } from './passwords.ts';
import { nameOf } from '../sessions/store.ts';
import * as store from './store.ts';

/** The text that a search of users matches. */
export const searchTextOf = (
  user: Pick<
    UsersTable,
    'first_name' | 'last_name' | 'email' | 'phone_number' | 'city' | 'region' | 'digital_address'
  >,
): string =>
  toSearchText(
    user.first_name,
    user.last_name,
    user.email,
    user.phone_number,
    user.city,
    user.region,
    user.digital_address,
  );

function presentPerson(row: store.UserRow) {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone_number: row.phone_number,
    region: row.region,
    city: row.city,
    digital_address: row.digital_address,
    is_active: row.is_active,
    created_at: row.created_at.toISOString(),
  };
}

export const presentProfile = (row: store.UserRow, pendingEmail: string | null): Profile => ({
  ...presentPerson(row),
  pending_email: pendingEmail,
  role: row.role,
  wants_reminders: row.wants_reminders ?? true,
});

export const presentUser = (row: store.UserRow): UserRow => ({
  ...presentPerson(row),
  role: row.role.toUpperCase() as UserRow['role'],
});

export type Person = Pick<
  UsersTable,
  'first_name' | 'last_name' | 'email' | 'phone_number' | 'city' | 'digital_address' | 'region'
>;

/** What the log records about an account. */
export const describeUser = (
  row: Person & Pick<UsersTable, 'role' | 'is_active'>,
): Person & Pick<UsersTable, 'role' | 'is_active'> => ({
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone_number: row.phone_number,
  city: row.city,
  digital_address: row.digital_address,
  region: row.region,
  role: row.role,
  is_active: row.is_active,
});

/** Somebody who has just proven their identity, but has no session yet. */
export const actorOf = (
  user: Pick<UsersTable, 'id' | 'role' | 'first_name' | 'last_name'>,
): User => ({ id: user.id, role: user.role, tokenHash: '', name: nameOf(user) });

/** The audit action of an account that is opened through the API. */
const CREATION = {
  admin: 'users.createAdmin',
  editor: 'users.createAdmin',
  viewer: 'users.createAdmin',
  applicant: 'accounts.register',
  judge: 'judge.invite',
} as const;

/** A new row; of the input it takes only personal fields. */
export function newUser(
  { first_name, last_name, email, phone_number, city, digital_address, region }: Person,
  role: Role,
  passwordHash: string,
  now: Date,
): UsersTable {
  const person = { first_name, last_name, email, phone_number, city, digital_address, region };
  return {
    id: randomUUID(),
    ...person,
    password_hash: passwordHash,
    role,
    is_active: true,
    search_text: searchTextOf(person),
    created_at: now,
    updated_at: now,
    version: 1,
  };
}

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
  if (await store.findUserByEmail(db, email)) throw emailTaken();
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
  input: Person & { password: string },
  { role, action, mail, device }: Opening,
): Promise<store.UserRow> {
  refuseWellKnown(input.password, 'password');
  await requireFreeEmail(context.db.read, input.email);
  const passwordHash = await hashPassword(input.password, context.address);
  const now = context.clock();
  const row = newUser(input, role, passwordHash, now);
  const actor = context.actor.id ? context.actor : actorOf(row);
  const opening = context.db.write(async (tx) => {
    await store.insertUser(tx, row);
    await rememberBrowser(context, tx, row.id, device);
    await queueMail(tx, { to: row.email, ...mail(context.publicUrl, row.email) }, now);
    await audit(tx, { ...context, actor }, action, 'user', row.id, { after: describeUser(row) });
  });
  await refusingTakenEmail(opening);
  context.notifyMail();
  return row;
}

/**
 * Opens an applicant's account, whatever role was sent; `device` is known to it from now on.
 * Refuses a known address with 400.
 */
export async function register(
  context: Context,
  input: RegisterInput,
  device: string,
): Promise<Versioned<'item', Profile>> {
  const action = 'accounts.register';
  const opening = { role: 'applicant', action, mail: welcomeMail, device } as const;
  const row = await countingFailures(context, () => openAccount(context, input, opening));
  return { item: presentProfile(row, null), version: row.version };
}

/**
 * Opens an account of the firm and informs its owner, without sending the password. Refuses a known
 * address with 400.
 */
export async function createAdmin(
  context: Context,
  input: CreateAdminInput,
): Promise<Versioned<'item', UserRow>> {
  const row = await openAccount(context, input, {
    role: input.role,
    action: 'users.createAdmin',
    mail: (publicUrl, email) => colleagueMail(publicUrl, email, input.role),
  });
  return { item: presentUser(row), version: row.version };
}

/** Who asks for what is done on the machine itself. */
const LOCAL_ADDRESS = '127.0.0.1';

/**
 * Opens an account without the API: at the start, or from the command line. Returns its id, or
 * undefined if the address is known.
 */
export async function createAccount(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  role: Role,
  input: Person & { password: string },
): Promise<string | undefined> {
  if (await store.findUserByEmail(db.read, input.email)) return undefined;
  const row = newUser(input, role, await hashPassword(input.password, LOCAL_ADDRESS), clock());
  const opening = db.write(async (tx) => {
    await store.insertUser(tx, row);
    await audit(tx, { clock, actor: { role: 'visitor' } }, CREATION[role], 'user', row.id, {
      after: describeUser(row),
    });
  });
  return opening.then(
    () => row.id,
    (error) => {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    },
  );
}
