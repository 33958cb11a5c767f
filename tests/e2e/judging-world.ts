/** Judges and rounds that journeys need, set up through the API. */
import { inDays, newName, type Backstage, type NamedItem, type SignedIn } from './backstage.ts';
import type { Mailbox } from './mailbox.ts';

export const JUDGE_PASSWORD = 'Trombone-7-Hats';

type InvitedJudge = { id: string; email: string };

/** Somebody who has been invited and has not answered. */
export async function inviteJudge(backstage: Backstage, more: object = {}): Promise<InvitedJudge> {
  const { token } = await backstage.admin();
  const email = `${newName('efua').replace(' ', '.')}@bank.example`;
  const json = { email, first_name: 'Efua', last_name: 'Sarpong', region: 'Oti', ...more };
  const { id } = await backstage.call<{ id: string }>('POST', '/judges/', { token, json });
  return { id, email };
}

/** The path of the link in the newest invitation to the address. */
export async function readInvitation(mailbox: Mailbox, email: string): Promise<string> {
  const { text } = await mailbox.waitFor(email, /judge-invitation/);
  return /\/judge-invitation\/[\w-]{43}/.exec(text ?? '')![0];
}

/** A judge who has accepted and is signed in. */
export async function createJudge(
  backstage: Backstage,
  mailbox: Mailbox,
  more: object = {},
): Promise<SignedIn & { id: string }> {
  const { id, email } = await inviteJudge(backstage, more);
  const link = await readInvitation(mailbox, email);
  await backstage.call('POST', link.replace('/judge-invitation/', '/judge-invitations/'), {
    json: { accept: true, agrees: true, password: JUDGE_PASSWORD },
  });
  const person = { id, email, password: JUDGE_PASSWORD, firstName: 'Efua', lastName: 'Sarpong' };
  return backstage.signIn(person);
}

const ANCHORS = ['Not at all', 'A little', 'Fairly', 'Very', 'Outstanding'];
const CRITERIA = [
  { name: 'Market', question: 'Is there a market for it?', weight: 60, anchors: ANCHORS },
  { name: 'Team', question: 'Can these people do it?', weight: 40, anchors: ANCHORS },
];

/** A round that is open to these judges: each reads every one of the proposals. */
export async function openRound(
  backstage: Backstage,
  judges: readonly { id: string }[],
  { proposals = 2, ...more }: { proposals?: number } & Record<string, unknown> = {},
): Promise<{ id: string; program: NamedItem; titles: string[] }> {
  const { token } = await backstage.admin();
  const program = await backstage.createProgram();
  const titles: string[] = [];
  for (let count = 0; count < proposals; count += 1) {
    const applicant = await backstage.createApplicant();
    titles.push((await backstage.submitProposal(applicant, program)).title);
  }
  await backstage.moveDeadline(program, inDays(-1));
  const json = {
    ...{ program_id: program.id, name: 'Screening', places: 1, closes_at: inDays(7) },
    ...{ criteria: CRITERIA, judge_ids: judges.map(({ id }) => id) },
    ...{ reviews_per_proposal: judges.length, ...more },
  };
  const { id } = await backstage.call<{ id: string }>('POST', '/rounds/', { token, json });
  const path = `/rounds/${id}/open`;
  const { plan_sha256 } = await backstage.call<{ plan_sha256: string }>('POST', path, {
    token,
    json: { preview: true },
  });
  await backstage.call('POST', path, { token, json: { plan_sha256 } });
  return { id, program, titles };
}

export async function closeRound(backstage: Backstage, id: string): Promise<void> {
  const { token } = await backstage.admin();
  await backstage.call('POST', `/rounds/${id}/close`, { token });
}

/** The judge submits every review of the round, with one score for all criteria. */
export async function submitReviews(
  backstage: Backstage,
  { token }: SignedIn,
  roundId: string,
  scoreOf: (code: string) => number,
): Promise<void> {
  const get = <T>(path: string) => backstage.call<T>('GET', path, { token });
  const { criteria } = await get<{ criteria: { id: string }[] }>(`/rounds/${roundId}`);
  const reviews = await get<{ id: string; code: string }[]>(`/reviews/?round_id=${roundId}`);
  for (const { id, code } of reviews) {
    const scores = Object.fromEntries(criteria.map((one) => [one.id, scoreOf(code)]));
    const json = { scores, strength: 'A clear market.', next_step: 'Show costs.', submit: true };
    await backstage.call('PUT', `/reviews/${id}`, { token, json });
  }
}
