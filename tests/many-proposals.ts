/** Many rows for lists and benchmarks, without files. */
import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { FUNDING_STAGES } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import { SECTORS } from '#domain/sectors.ts';
import type { Services } from '#server/context.ts';
import type { NewRow } from '#server/db/tables.ts';
import { applicantColumnsOf } from '#server/accounts/store.ts';
import { toSearchText } from '#server/db/search.ts';
import { withSortKeys } from '#server/db/table.ts';
import { days, insertProgram, insertUser, type UserSeed } from './factories.ts';

const WORDS = [
  'Green',
  'Farm',
  'Gold',
  'Tech',
  'River',
  'Sun',
  'Cocoa',
  'Palm',
  'Star',
  'Bright',
  'Unity',
  'Hope',
];
const NAMES = ['Ama', 'Kofi', 'Yaa', 'Kwame', 'Esi', 'Kojo', 'Akua', 'Yaw', 'Abena', 'Nana'];
const TOWNS = ['Kumasi', 'Accra', 'Tamale', 'Ho'];
const PROGRAMS = 15;
const BATCH = 250;

/**
 * Stores `count` proposals of many applicants (one for every twenty) to fifteen programs, a minute
 * apart, the newest a minute old.
 */
export async function insertManyProposals(services: Services, count: number): Promise<void> {
  const programs: NewRow<'programs'>[] = [];
  const users: UserSeed[] = [];
  for (let i = 0; i < PROGRAMS; i++)
    programs.push(
      await insertProgram(services, {
        title: `Yard-${String.fromCharCode(65 + i)}`,
        sector: SECTORS[i % SECTORS.length]!,
        deadline_date: days(i - 5),
      }),
    );
  for (let i = 0; i < count / 20; i++, await yieldToEventLoop())
    users.push(
      await insertUser(services, {
        first_name: NAMES[i % NAMES.length]!,
        last_name: `Mensah ${i}`,
        region: REGIONS[i % REGIONS.length]!,
      }),
    );
  const start = Date.now() - count * 60_000;
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) =>
      proposalAt(from + i, programs, users, new Date(start + (from + i) * 60_000)),
    );
    // On SQLite nothing else would run until all is done, and the server would report overload.
    await yieldToEventLoop();
    await insertProposals(services, rows);
  }
}

/** Each with two documents, which have no files. */
export async function insertProposals(
  { db }: Services,
  rows: NewRow<'proposals'>[],
): Promise<void> {
  await db.write(async (tx) => {
    await tx
      .insertInto('proposals')
      .values(rows.map((row) => withSortKeys('proposals', row)))
      .execute();
    await tx
      .insertInto('documents')
      .values(rows.flatMap((row) => documentsOf(row)))
      .execute();
  });
}

export function proposalAt(
  i: number,
  programs: NewRow<'programs'>[],
  users: Pick<UserSeed, 'id' | 'first_name' | 'last_name' | 'email' | 'region'>[],
  created_at: Date,
): NewRow<'proposals'> {
  const [program, user] = [
    programs[(i * 31) % programs.length]!,
    users[(i * 7919) % users.length]!,
  ];
  const business_name = `${WORDS[i % WORDS.length]} ${WORDS[(i * 5 + 3) % WORDS.length]} ${i} Ltd`;
  const business_location = `Plot ${i % 999}, ${TOWNS[i % TOWNS.length]}`;
  const relations = {
    user_id: user.id,
    program_id: program.id,
    business_sector: program.sector,
    ...applicantColumnsOf({
      ...user,
      search_text: toSearchText(user.first_name, user.last_name, user.email),
    }),
  };
  const decision = {
    funding_stage: FUNDING_STAGES[(i * 13) % FUNDING_STAGES.length]!,
    is_approved: i % 3 === 0,
    decision: i % 3 === 0 ? 'approved' : 'undecided',
  } as const;
  const words = {
    business_name,
    business_location,
    business_website: null,
    search_text: toSearchText(business_name, business_location),
    business_description: `<p>Business number ${i}. ${'We serve many people of our region. '.repeat(8)}</p>`,
  };
  return {
    id: randomUUID(),
    ...relations,
    ...decision,
    ...words,
    created_at,
    updated_at: created_at,
    received_at: created_at,
    completed_at: created_at,
    version: 1,
  };
}

const documentsOf = ({ id, user_id, created_at }: NewRow<'proposals'>) =>
  (['pitch_deck', 'financials'] as const).map((kind) => ({
    proposal_id: id,
    kind,
    key: `${user_id}/${randomUUID()}.pdf`,
    size: 1_000_000,
    sha256: '0'.repeat(64),
    pages: 12,
    markers: '[]',
    created_at,
  }));
