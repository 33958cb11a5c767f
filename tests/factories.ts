/** Creates valid rows in one call each; every field can be overridden. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '#domain/accounts/rules.ts';
import { SESSIONS } from '#domain/constants.ts';
import type { CreateProgramInput } from '#domain/programs/schema.ts';
import type { Services } from '#server/context.ts';
import type { NewRow } from '#server/db/tables.ts';
import { hashToken } from '#server/http/guards.ts';
import { toSearchText } from '#server/db/search.ts';
import { withSortKeys } from '#server/db/table.ts';
import type { Person } from './app.ts';

let count = 0;
const next = () => (count += 1);

export type UserSeed = Omit<
  NewRow<'users'>,
  'search_text' | 'created_at' | 'updated_at' | 'version' | 'email'
> & { email: string };

/** Stores a user and a session for it; the password hash is unusable unless given. */
export async function insertUser(
  { db, clock }: Services,
  seed: Partial<UserSeed> = {},
): Promise<UserSeed & { token: string }> {
  const now = clock();
  const user: UserSeed = {
    id: randomUUID(),
    email: `person-${next()}@example.com`,
    first_name: 'Ama',
    last_name: 'Mensah',
    phone_number: '0241112222',
    city: 'Kumasi',
    digital_address: 'AK-039-5028',
    region: 'Ashanti',
    password_hash: 'none',
    role: 'applicant' as Role,
    is_active: true,
    ...seed,
  };
  const token = randomBytes(32).toString('base64url');
  await db.read
    .insertInto('users')
    .values(
      withSortKeys('users', {
        ...user,
        search_text: toSearchText(user.first_name, user.last_name, user.email, user.phone_number),
        created_at: now,
        updated_at: now,
        version: 1,
      }),
    )
    .execute();
  await db.read
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      token_hash: hashToken(token),
      user_id: user.id,
      user_agent: null,
      last_used_at: now,
      created_at: now,
      expires_at: new Date(now.getTime() + SESSIONS.lifetimeSeconds * 1000),
    })
    .execute();
  return { ...user, token };
}

export const days = (count: number, from = new Date()): Date =>
  new Date(from.getTime() + count * 86_400_000);

/** A program as an admin sends it; open for thirty days. */
export const programInput = (input: Partial<Record<keyof CreateProgramInput, string>> = {}) => ({
  title: `Cocoa and beyond ${next()}`,
  description: '<p>For farms that process what they grow.</p>',
  sector: 'Agriculture',
  deadline_date: days(30).toISOString(),
  ...input,
});

/** Stores a program, open for thirty days. */
export async function insertProgram(
  { db, clock }: Services,
  seed: Partial<NewRow<'programs'>> = {},
): Promise<NewRow<'programs'>> {
  const now = clock();
  const row: NewRow<'programs'> = {
    id: randomUUID(),
    title: `Cocoa and beyond ${next()}`,
    description: '<p>For farms.</p>',
    sector: 'Agriculture',
    deadline_date: days(30, now),
    search_text: '',
    created_at: now,
    updated_at: now,
    version: 1,
    ...seed,
  };
  await db.read.insertInto('programs').values(withSortKeys('programs', row)).execute();
  return row;
}

/** A row of an undecided proposal, for tests that write it themselves. */
export const proposalRow = (
  { clock }: Services,
  seed: Pick<NewRow<'proposals'>, 'user_id' | 'program_id'> & Partial<NewRow<'proposals'>>,
): NewRow<'proposals'> => {
  const now = clock();
  return {
    id: randomUUID(),
    business_name: 'Kente Looms',
    business_description: '',
    business_website: null,
    business_location: 'Bonwire',
    business_sector: 'Agriculture',
    region: 'Ashanti',
    applicant_first_name: 'Ama',
    applicant_last_name: 'Mensah',
    applicant_text: '',
    funding_stage: 'PENDING_FUNDING',
    is_approved: false,
    search_text: '',
    created_at: now,
    updated_at: now,
    received_at: now,
    completed_at: now,
    version: 1,
    ...seed,
  };
};

export const PASSWORD = 'Trombone-7-Hats';

/** A registration as the form sends it; the address is new at each call. */
export const registration = (input: Record<string, unknown> = {}) => ({
  first_name: 'Yaa',
  last_name: 'Boateng',
  email: `applicant-${next()}@example.com`,
  phone_number: '0241112222',
  city: 'Kumasi',
  digital_address: 'AK-039-5028',
  region: 'Ashanti',
  password: PASSWORD,
  confirm_password: PASSWORD,
  ...input,
});

export const faqInput = (input: Record<string, unknown> = {}) => ({
  question: `Who can apply? ${next()}`,
  answer: 'Everybody in Ghana who is eighteen or older.',
  ...input,
});

export const testimonialInput = (input: Record<string, unknown> = {}) => ({
  first_name: 'Efua',
  last_name: 'Owusu',
  position: 'Shea processor',
  message: 'They listened, and then they helped.',
  ...input,
});

export const enquiryInput = (input: Record<string, unknown> = {}) => ({
  first_name: 'Kojo',
  last_name: 'Asante',
  email: 'kojo@example.com',
  phone_number: '',
  message: `When is the next trek? ${next()}`,
  ...input,
});

type PostParts = {
  fields?: Record<string, string>;
  featured?: File | string | undefined;
  gallery?: (File | string)[];
};

/** A post as the form sends it; overrides the defaults, which have no picture. */
export function postForm({ fields = {}, featured, gallery = [] }: PostParts = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({
    title: `Trek news ${next()}`,
    category: 'NEWS',
    body: '<p>We are on the road.</p>',
    is_published: 'true',
    ...fields,
  }))
    data.append(name, value);
  if (featured) data.append('featured_image', featured);
  for (const part of gallery) data.append('gallery_images', part);
  return data;
}

/** Creates a post as an admin does; returns it. */
export async function createPost(admin: Person, parts: PostParts): Promise<any> {
  const { text, body } = await admin.post('/cms/', postForm(parts));
  if (!text.includes('"id"')) throw new Error(text);
  return body;
}

const stamps = ({ clock }: Services) => ({ created_at: clock(), updated_at: clock(), version: 1 });

/** Stores a published post whose featured image and one gallery image are elsewhere on the web. */
export async function insertPost(
  services: Services,
  seed: Partial<NewRow<'posts'>> = {},
): Promise<NewRow<'posts'>> {
  const at = stamps(services);
  const id = seed.id ?? randomUUID();
  const row: NewRow<'posts'> = {
    id,
    title: `Trek news ${next()}`,
    slug: id,
    category: 'NEWS',
    body: '<p>We are on the road.</p>',
    is_published: true,
    first_published_at: at.created_at,
    publish_at: null,
    search_text: '',
    ...at,
    ...seed,
  };
  await services.db.read.insertInto('posts').values(withSortKeys('posts', row)).execute();
  const image = (place: number) => ({
    id: randomUUID(),
    post_id: id,
    place,
    address: `https://example.com/${place}.jpg`,
    width: null,
    height: null,
    color: null,
    widths: null,
    cards: null,
    created_at: at.created_at,
  });
  await services.db.read
    .insertInto('images')
    .values([image(0), image(1)])
    .execute();
  return row;
}

/** As if the newest failed try had been made `times` more: each would be a call of its own. */
export async function repeatFailure({ db }: Services, times: number): Promise<void> {
  const recorded = await db.read
    .selectFrom('attempts')
    .selectAll()
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: times }, () => ({ ...recorded, id: randomUUID() }));
  await db.read.insertInto('attempts').values(copies).execute();
}
