import { confirmationAnswer } from '#domain/proposals/confirmation-schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint } from '../http/endpoint.ts';
import { sendConfirmationAgain } from './confirmation-service.ts';

export const confirmation = endpoint(
  {
    summary: 'Resend the confirmation e-mail for your proposal',
    answer: confirmationAnswer,
    status: 202,
    refuses: [429],
  },
  async (context: UserContext, { params }) => ({
    status: 202,
    body: await sendConfirmationAgain(context, params.id!),
  }),
);
