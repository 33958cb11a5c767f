/** Sets up judging through the API, for journeys that show what came of it. */
import { DAY_MS } from '#domain/constants.ts';
import { newName, type Backstage, type NamedItem, type SignedIn } from './backstage.ts';
import type { Mailbox } from './mailbox.ts';

const CRITERIA = ['Market', 'Team', 'Numbers', 'Impact'].map((name, index) => ({
  name,
  question: `How convincing is the ${name.toLowerCase()}?`,
  weight: 40 - index * 10,
  anchors: ['Not at all', 'A little', 'Fairly', 'Very', 'Outstanding'],
}));

type Stage = {
  program: NamedItem;
  roundId: string;
  applicant: SignedIn;
  judges: SignedIn[];
  /** From the best to the weakest. */
  proposals: (NamedItem & { receipt: string })[];
};

/** Invited, accepted, signed in. */
export async function joinAsJudge(
  backstage: Backstage,
  mailbox: Mailbox,
  region = 'Volta',
): Promise<SignedIn> {
  const { token } = await backstage.admin();
  const person = {
    email: `${newName('nana').replace(' ', '.')}@judges.example`,
    password: 'Trombone-7-Hats',
    firstName: 'Nana',
    lastName: newName('Ofori').replace(' ', '-'),
  };
  await backstage.call('POST', '/judges/', {
    token,
    json: {
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      region,
      position: 'Director',
      organisations: ['Lake Transport Ltd'],
    },
  });
  const mail = await mailbox.waitFor(person.email, /judge-invitation/);
  const invitation = /judge-invitation\/([\w-]{43})/.exec(mail.text ?? '')![1]!;
  await backstage.call('POST', `/judge-invitations/${invitation}`, {
    json: {
      ...{ accept: true, agrees: true, password: person.password, is_named: true },
      organisations: ['Lake Transport Ltd'],
    },
  });
  return backstage.signIn(person);
}

/** An open round: seven proposals of one applicant, and two judges who have read nothing yet. */
export async function stageRound(
  backstage: Backstage,
  mailbox: Mailbox,
  input: Record<string, unknown> = {},
): Promise<Stage> {
  const { token } = await backstage.admin();
  const judges = [await joinAsJudge(backstage, mailbox), await joinAsJudge(backstage, mailbox)];
  const applicant = await backstage.createApplicant();
  const program = await backstage.createProgram();
  const proposals = [];
  for (let index = 0; index < 7; index += 1) {
    const named = await backstage.submitProposal(applicant, program);
    const { receipt_number: receipt } = await backstage.call<{ receipt_number: string }>(
      ...(['GET', `/proposals/${named.id}`, { token: applicant.token }] as const),
    );
    proposals.push({ ...named, receipt });
  }
  await backstage.moveDeadline(program, new Date(Date.now() - DAY_MS).toISOString());
  const ids = [];
  for (const judge of judges)
    ids.push((await backstage.call<{ id: string }>('GET', '/auth/me', { token: judge.token })).id);
  const { id: roundId } = await backstage.call<{ id: string }>('POST', '/rounds/', {
    token,
    json: {
      ...{ program_id: program.id, name: 'Screening', places: 5, is_final: true },
      ...{ reviews_per_proposal: 2, criteria: CRITERIA, judge_ids: ids },
      closes_at: new Date(Date.now() + 7 * DAY_MS).toISOString(),
      ...input,
    },
  });
  const path = `/rounds/${roundId}/open`;
  const { plan_sha256 } = await backstage.call<{ plan_sha256: string }>('POST', path, {
    ...{ token, json: { preview: true } },
  });
  await backstage.call('POST', path, { token, json: { plan_sha256 } });
  return { program, roundId, applicant, judges, proposals };
}

/** All reviews submitted, the first five selected, sealed, and not yet released. */
export async function sealStage(backstage: Backstage, stage: Stage): Promise<void> {
  const { roundId, judges, proposals } = stage;
  const { token } = await backstage.admin();
  const entries = await backstage.call<{ code: string; proposal_id: string }[]>(
    ...(['GET', `/rounds/${roundId}/entries`, { token }] as const),
  );
  const places = new Map(
    entries.map(({ code, proposal_id }) => [
      code,
      proposals.findIndex(({ id }) => id === proposal_id),
    ]),
  );
  for (const judge of judges) {
    const { criteria } = await backstage.call<{ criteria: { id: string }[] }>(
      ...(['GET', `/rounds/${roundId}`, { token: judge.token }] as const),
    );
    const reviews = await backstage.call<{ id: string; code: string }[]>(
      ...(['GET', `/reviews/?round_id=${roundId}`, { token: judge.token }] as const),
    );
    for (const { id, code } of reviews) {
      const worst = places.get(code)! / 2;
      const scores = Object.fromEntries(
        criteria.map((one, index) => [one.id, Math.max(1, Math.round(5 - worst - index * 0.3))]),
      );
      const texts = {
        strength: 'The market is well described, with three buyers named.',
        next_step: 'Show what a unit costs, and what is left of its price.',
      };
      const json = { scores, ...texts, submit: true };
      await backstage.call('PUT', `/reviews/${id}`, { token: judge.token, json });
    }
  }
  await backstage.call('POST', `/rounds/${roundId}/close`, { token, json: {} });
  await backstage.call('PUT', `/rounds/${roundId}/decisions`, {
    ...{ token, json: { from_ranking: true } },
  });
  await backstage.call('POST', `/rounds/${roundId}/seal`, { token, json: {} });
}

export async function releaseStage(backstage: Backstage, { roundId }: Stage): Promise<void> {
  const { token } = await backstage.admin();
  await backstage.call('POST', `/rounds/${roundId}/release`, { token, json: {} });
}
