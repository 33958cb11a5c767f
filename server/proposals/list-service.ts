/** Lists of proposals, for owners and admins. */
import { seesContacts } from '#domain/permissions.ts';
import type {
  ListAllProposalsQuery,
  ListedProposal,
  ListProposalsQuery,
  ProposalFilters,
} from '#domain/proposals/schema.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import { withLabels } from '../labels/pinned-labels.ts';
import type { Context, UserContext } from '../context.ts';
import { isWithin } from '../db/lists.ts';
import type { Db } from '../db/open.ts';
import * as lists from './list-store.ts';
import { presentListed } from './presentation.ts';
import { withReads } from './readings.ts';
import type { Scope } from './store.ts';

type ProposalPage = { items: ListedProposal[]; total: number };

export const listOwnProposals = (
  context: UserContext,
  { has_unread_messages, has_open_request, ...query }: ListProposalsQuery,
): Promise<ProposalPage> =>
  list(
    context,
    { ownerId: context.actor.id },
    {
      ...query,
      ...messageFilter('applicant', has_unread_messages),
      ...requestFilter(context, has_open_request),
    },
  );

/** All matches, at most 1,000 per page, with the total. Marks those that the caller has read. */
export async function listAllProposals(
  context: UserContext,
  { skip, limit, sort, ...asked }: ListAllProposalsQuery,
): Promise<ProposalPage> {
  const page = await list(context, 'all', { ...filtersFor(context, asked), skip, limit, sort });
  const items = await withLabels(context.db.read, await withReads(context, page.items));
  return { ...page, items };
}

const messageFilter = (
  reader: MessageSide,
  is: boolean | undefined,
): Pick<lists.Filters, 'unreadMessages'> =>
  is === undefined
    ? {}
    : { unreadMessages: { from: reader === 'firm' ? 'applicant' : 'firm', is } };

const requestFilter = (
  { clock }: Pick<UserContext, 'clock'>,
  is: boolean | undefined,
): Pick<lists.Filters, 'openRequest'> =>
  is === undefined ? {} : { openRequest: { is, at: clock() } };

/** The requested filters, with the caller in place of `me`. */
export function filtersFor(
  { actor, clock }: Pick<UserContext, 'actor' | 'clock'>,
  {
    assigned_to,
    decided_by,
    unread,
    has_unread_messages,
    has_open_request,
    changed_since_read,
    ...filters
  }: Omit<ProposalFilters, 'sort'> & Pick<lists.Filters, 'ids'>,
): lists.Filters {
  const ids: Record<string, string | null> = { me: actor.id, nobody: null };
  return {
    ...filters,
    ...(!seesContacts(actor.role) && { hidesContacts: true }),
    ...(assigned_to && {
      assigned_to: { id: assigned_to in ids ? ids[assigned_to]! : assigned_to },
    }),
    ...(decided_by && { decided_by: decided_by === 'me' ? actor.id : decided_by }),
    ...messageFilter('firm', has_unread_messages),
    ...requestFilter({ clock }, has_open_request),
    ...(changed_since_read !== undefined && {
      changed: { for: actor.id, is: changed_since_read },
    }),
    ...(unread !== undefined && { read: { by: actor.id, is: !unread } }),
  };
}

async function list(
  context: Context,
  scope: Scope,
  {
    skip,
    limit,
    sort,
    ...filters
  }: lists.Filters & Omit<ListProposalsQuery, 'has_unread_messages' | 'has_open_request'>,
): Promise<ProposalPage> {
  const { db } = context;
  const total = await countMatches(db, scope, filters);
  const ids = isWithin({ skip }, total)
    ? await lists.findProposalIds(db, scope, { ...filters, sort }, { skip, limit })
    : [];
  const rows = await lists.getProposals(db.read, scope, ids);
  return { items: rows.map((row) => presentListed(row, context)), total };
}

/** The number of matches. Those that somebody has not read are all less the few that are read. */
export async function countMatches(db: Db, scope: Scope, filters: lists.Filters): Promise<number> {
  const { read, ...others } = filters;
  if (filters.q || !read || read.is) return lists.countProposals(db, scope, filters);
  const all = await lists.countProposals(db, scope, others);
  const readOnes = { ...others, read: { by: read.by, is: true } };
  return Math.max(all - (await lists.countProposals(db, scope, readOnes)), 0);
}
