/** Ends requests for changes: what was saved stays, as a version. */
import type { AuditAction } from '#domain/audit/rules.ts';
import type { RequestState } from '#domain/proposals/request-rules.ts';
import { audit } from '../audit.ts';
import type { Context, Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { findProposal, type ProposalRow } from './store.ts';
import {
  changeRequest,
  listOpenRequests,
  touchProposal,
  type RequestRow,
} from './request-store.ts';
import { freezeVersion } from './versions.ts';

type EndState = Exclude<RequestState, 'open'>;

const ACTIONS: Record<EndState, AuditAction> = {
  answered: 'requests.answer',
  lapsed: 'requests.lapse',
  cancelled: 'requests.cancel',
};

type Acting = Pick<Context, 'actor' | 'clock'> & { address?: string };

/** Whoever ends a request without a person: a job, or a decision that is announced. */
export const byItself = ({ clock }: Pick<Services, 'clock'>): Acting => ({
  actor: { role: 'visitor' },
  clock,
});

/** Of a proposal that the caller has locked. */
export async function endRequest(
  acting: Acting,
  tx: Executor,
  row: ProposalRow,
  { id }: RequestRow,
  end: { state: EndState; receipt_number: string | null },
): Promise<void> {
  const now = acting.clock();
  const { state, receipt_number } = end;
  await changeRequest(tx, id, { state, ...(state === 'answered' && { answered_at: now }) });
  await freezeVersion(tx, row, { because: state, at: now, receipt_number });
  await touchProposal(tx, row.id);
  await audit(tx, acting, ACTIONS[state], 'proposal', row.id, { request: id });
}

/** A decision that an applicant hears of ends what they were asked for. */
export async function cancelForDecision(
  services: Pick<Services, 'clock'>,
  tx: Executor,
  decided: { id: string; decision: string }[],
): Promise<void> {
  const ids = decided.filter(({ decision }) => decision !== 'undecided').map(({ id }) => id);
  for (const request of await listOpenRequests(tx, ids)) {
    const row = await findProposal(tx, 'all', request.proposal_id);
    if (row)
      await endRequest(byItself(services), tx, row, request, {
        state: 'cancelled',
        receipt_number: null,
      });
  }
}
