import { z } from 'zod';
import { answerInvitationInput } from '#domain/judges/invitation-schema.ts';
import {
  interests,
  invitation,
  inviteJudgeInput,
  judge,
  listJudgesQuery,
} from '#domain/judges/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, single } from '../http/endpoint.ts';
import * as invitations from './invitation-service.ts';
import * as judges from './service.ts';

export const list = endpoint(
  { summary: 'List judges', query: listJudgesQuery, answer: z.array(judge) },
  async (context, { query }) => {
    const { items, total } = await judges.listJudges(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get a judge', answer: judge, tagged: true },
  async (context, { params }) => {
    const found = await judges.getJudge(context, params.id!);
    return single(found.judge, found.version);
  },
);

export const invite = endpoint(
  {
    summary: 'Invite a judge',
    body: inviteJudgeInput,
    answer: judge,
    status: 201,
    idempotent: true,
    refuses: [400],
  },
  async (context: UserContext, { body }) => invitations.inviteJudge(context, body),
);

export const inviteAgain = endpoint(
  { summary: 'Invite a judge again', answer: judge, idempotent: true, refuses: [409] },
  async (context: UserContext, { params }) => invitations.inviteAgain(context, params.id!),
);

export const getInvitation = endpoint(
  { summary: 'Get an invitation to judge', answer: invitation, refuses: [409] },
  async (context, { params }) => ({
    body: await invitations.getInvitation(context, params.token!),
  }),
);

export const answerInvitation = endpoint(
  {
    summary: 'Accept or decline an invitation to judge',
    body: answerInvitationInput,
    answer: z.object({ state: z.enum(['accepted', 'declined']), email: z.string() }),
    refuses: [409],
  },
  async (context, { params, body }) => ({
    body: await invitations.answerInvitation(context, params.token!, body),
  }),
);

export const getInterests = endpoint(
  { summary: 'Get my declaration of interests', answer: interests, tagged: true },
  async (context: UserContext) => {
    const found = await judges.getInterests(context);
    return single(found.interests, found.version);
  },
);
