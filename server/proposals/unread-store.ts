/** The SQL that counts unread messages of a proposal. */
import type { ExpressionBuilder } from 'kysely';
import type { MessageSide } from '#domain/threads/schema.ts';
import type { Tables } from '../db/tables.ts';

/** How many messages of this side the other one has not read. */
export const unreadFrom = (eb: ExpressionBuilder<Tables, 'proposals'>, side: MessageSide) =>
  eb
    .selectFrom('messages')
    .select((one) => one.fn.countAll<number>().as('count'))
    .whereRef('messages.proposal_id', '=', 'proposals.id')
    .where('messages.side', '=', side)
    .where('messages.read_at', 'is', null)
    .$asScalar()
    .$notNull();
