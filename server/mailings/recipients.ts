/** Whom a mailing goes to: each person once, with what a text may say about them. */
import { MAILING } from '#domain/mailings/messages.ts';
import { MAILINGS } from '#domain/mailings/rules.ts';
import type { CreateMailingInput, MailingPreview } from '#domain/mailings/schema.ts';
import { ownDeadline } from '#domain/programs/rules.ts';
import { invalid } from '#domain/problem.ts';
import { SCREENS } from '#domain/screens.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { hasProgram } from '../programs/store.ts';
import { filtersFor } from '../proposals/list-service.ts';
import { findMatching } from '../proposals/list-store.ts';
import type { MailingMessage } from './mails.ts';
import * as store from './recipient-store.ts';

type Audience = Pick<CreateMailingInput, 'filter' | 'ids' | 'drafts_of'>;
export type Recipient = MailingMessage &
  Pick<store.FoundRecipient, 'user_id' | 'email' | 'last_name'>;
type Recipients = { people: Recipient[]; excluded: MailingPreview['excluded'] };

/** Refuses with 422 more people than a mailing may have, and a program that is gone. */
export async function settlePeople(
  context: UserContext,
  db: Executor,
  asked: Audience,
): Promise<Recipients> {
  const newest = newestOfEach(await find(context, db, asked));
  const active = newest.filter(({ is_active }) => Boolean(is_active));
  const bounced = await store.findBounced(
    db,
    active.map(({ email }) => email),
  );
  const people = active.filter(({ email }) => !bounced.has(email));
  if (people.length > MAILINGS.people) throw invalid({ filter: MAILING.tooMany });
  const excluded = [
    { reason: MAILING.inactive, count: newest.length - active.length },
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

const addressed = (row: store.FoundRecipient): Recipient => ({
  user_id: row.user_id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  business_name: row.business_name,
  program: row.program,
  deadline: ownDeadline(row),
  path: pathOf(row),
});
