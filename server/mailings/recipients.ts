/** Whom a mailing goes to: each person once, with what a text may say about them. */
import { countOf } from '#domain/count-of.ts';
import { formatDate } from '#domain/dates.ts';
import { MAILING } from '#domain/mailings/messages.ts';
import { MAILINGS } from '#domain/mailings/rules.ts';
import type { CreateMailingInput, MailingPreview } from '#domain/mailings/schema.ts';
import { formatStage } from '#domain/proposals/rules.ts';
import { ownDeadline } from '#domain/programs/rules.ts';
import { invalid } from '#domain/problem.ts';
import { SCREENS } from '#domain/screens.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { hasProgram } from '../programs/store.ts';
import { filtersFor } from '../proposals/lists.ts';
import { findMatching } from '../proposals/list-store.ts';
import type { MailingMessage } from './mails.ts';
import * as store from './recipient-store.ts';

type Audience = Pick<CreateMailingInput, 'filter' | 'ids' | 'drafts_of'>;
export type Recipient = MailingMessage & Pick<store.Addressable, 'user_id' | 'email' | 'last_name'>;
type Recipients = { people: Recipient[]; excluded: MailingPreview['excluded'] };

export async function settlePeople(
  context: UserContext,
  db: Executor,
  asked: Audience,
): Promise<Recipients> {
  const matching = await find(context, db, asked);
  const isAsked = asked.filter?.decision === 'withdrawn';
  const found = matching.filter(({ is_withdrawn: is }) => isAsked || !is);
  const newest = newestOfEach(found);
  const addressable = newest.filter(store.isAddressable);
  const active = addressable.filter(({ is_active }) => Boolean(is_active));
  const bounced = await store.findBounced(
    db,
    active.map(({ email }) => email),
  );
  const people = active.filter(({ email }) => !bounced.has(email));
  if (people.length > MAILINGS.people) throw invalid({ filter: MAILING.tooMany });
  const kept = new Set(newest.map(({ user_id }) => user_id));
  const gone = new Set(matching.map(({ user_id }) => user_id).filter((id) => !kept.has(id)));
  const excluded = [
    { reason: MAILING.withdrawn, count: gone.size },
    { reason: MAILING.noAddress, count: newest.length - addressable.length },
    { reason: MAILING.inactive, count: addressable.length - active.length },
    { reason: MAILING.bounced, count: active.length - people.length },
  ];
  return {
    people: people.map(addressed),
    excluded: excluded.filter(({ count }) => count > 0),
  };
}

async function find(
  context: UserContext,
  db: Executor,
  asked: Audience,
): Promise<store.FoundRecipient[]> {
  const { filter, ids, drafts_of: programId } = asked;
  if (programId !== undefined) {
    if (!(await hasProgram(db, programId))) throw invalid({ drafts_of: MAILING.programGone });
    return store.findDrafters(db, programId);
  }
  if (ids) return store.findApplicants(db, [...new Set(ids.filter(isId))]);
  const { sort, ...filters } = filter!;
  const query = { ...filtersFor(context, filters), sort };
  const found = await findMatching({ ...context.db, read: db }, query, MAILINGS.proposals);
  if (found.total > MAILINGS.proposals) throw invalid({ filter: MAILING.tooMany });
  return store.findApplicants(db, found.ids);
}

/** Of each person the newest; the newest person first. */
function newestOfEach(rows: store.FoundRecipient[]): store.FoundRecipient[] {
  const sorted = rows.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const newest = new Map<string, store.FoundRecipient>();
  for (const row of sorted) if (!newest.has(row.user_id)) newest.set(row.user_id, row);
  return [...newest.values()];
}

const pathOf = ({ proposal_id: id, program_id: programId }: store.FoundRecipient): string =>
  id === undefined ? SCREENS.submitProposal({ programId }) : SCREENS.ownProposal({ id });

const addressed = (row: store.Addressable): Recipient => ({
  user_id: row.user_id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  business_name: row.business_name,
  program: row.program,
  deadline: ownDeadline(row),
  path: pathOf(row),
  receipt_number: row.receipt_number ?? null,
  stage: row.announced_stage ? formatStage(row.announced_stage) : null,
  amount: row.amount ? `GHS ${row.amount.toLocaleString('en-GB')}` : null,
});

const WORDS: Record<string, string> = { q: 'search', ids: 'proposals' };
const wordOf = (name: string): string =>
  WORDS[name] ?? name.replace(/_id$/, '').replaceAll('_', ' ');

const describeChosen = countOf('chosen proposal', 'chosen proposals');

/** Whom it was chosen for, as somebody reads it later. */
export async function describeAudience(db: Executor, asked: Audience): Promise<string> {
  if (asked.drafts_of !== undefined)
    return `Unfinished drafts of ${await titleOf(db, asked.drafts_of)}`;
  if (asked.ids) return describeChosen(asked.ids.length);
  const { sort: _sort, program_id: programId, label, answer, ...filters } = asked.filter!;
  const parts = [
    ...(programId === undefined ? [] : [`program ${await titleOf(db, programId)}`]),
    ...(label ? [`labels ${await store.namesOfLabels(db, label)}`] : []),
    ...(answer && Object.keys(answer).length > 0 ? ['their answers'] : []),
    ...Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${wordOf(name)} ${textOf(value)}`),
  ];
  return parts.length === 0 ? 'All proposals' : `Proposals by ${parts.join(', ')}`;
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value instanceof Date ? formatDate(value) : String(value);
}

const titleOf = async (db: Executor, programId: string): Promise<string> =>
  `“${(await store.findTitle(db, programId)) ?? programId}”`;
