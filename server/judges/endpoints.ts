import { z } from 'zod';
import {
  answerInvitationInput,
  type AnswerInvitationInput,
} from '#domain/judges/invitation-schema.ts';
import {
  interests,
  invitation,
  inviteJudgeInput,
  judge,
  listJudgesQuery,
} from '#domain/judges/schema.ts';
import type { LookAgain } from '../accounts/profile-service.ts';
import type { Context } from '../context.ts';
import * as invitations from './invitation-service.ts';
import * as judges from './service.ts';
import { calls, list, one, reply, tagged } from '../http/calls.ts';

export const judgesCalls = (lookAgain: LookAgain) =>
  calls({
    'GET /judges/': list('judges.list', 'List judges', judge, {
      query: listJudgesQuery,
      run: judges.listJudges,
    }),
    'POST /judges/': reply('judges.invite', 'Invite a judge', {
      body: inviteJudgeInput,
      answer: judge,
      status: 201,
      idempotent: true,
      refuses: [400],
      run: invitations.inviteJudge,
    }),
    'GET /judges/me': tagged('interests.get', 'Get my declaration of interests', {
      answer: interests,
      tagged: true,
      of: 'interests',
      run: judges.getInterests,
    }),
    'GET /judges/{id}': tagged('judges.get', 'Get a judge', {
      answer: judge,
      tagged: true,
      of: 'judge',
      run: judges.getJudge,
    }),
    'POST /judges/{id}/invite': reply('judges.invite', 'Invite a judge again', {
      answer: judge,
      idempotent: true,
      refuses: [409],
      run: invitations.inviteAgain,
    }),
    'GET /judge-invitations/{token}': one('judges.answer', 'Get an invitation to judge', {
      answer: invitation,
      refuses: [409],
      run: invitations.getInvitation,
    }),
    'POST /judge-invitations/{token}': one(
      'judges.answer',
      'Accept or decline an invitation to judge',
      {
        body: answerInvitationInput,
        answer: z.object({ state: z.enum(['accepted', 'declined']), email: z.string() }),
        refuses: [409],
        run: (context: Context, token: string, input: AnswerInvitationInput) =>
          invitations.answerInvitation(context, token, input, lookAgain),
      },
    ),
  });
