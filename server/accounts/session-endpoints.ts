/** Where somebody is signed in, the export of their data, and closing the account. */
import { z } from 'zod';
import { CLOSING } from '#domain/accounts/session-messages.ts';
import { closeAccountInput, session } from '#domain/accounts/session-schema.ts';
import { DATA_FILE } from '#domain/constants.ts';
import { asLink } from '#domain/download-links.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing } from '../http/endpoint.ts';
import { closeAccount, requireApplicant } from './closing-service.ts';
import type { LeaveRounds } from './erasure-service.ts';
import { exportData, type ListResults } from './data-export.ts';
import * as sessions from './session-service.ts';

export const list = endpoint(
  { summary: 'List your sessions', answer: z.array(session) },
  async (context: UserContext) => {
    const items = await sessions.listSessions(context);
    return listed(items, items.length);
  },
);

export const end = endpoint(
  { summary: 'End one of your sessions' },
  async (context: UserContext, { params }) => {
    await sessions.endSession(context, params.id!);
    return nothing;
  },
);

export const endOthers = endpoint(
  { summary: 'End all your other sessions' },
  async (context: UserContext) => {
    await sessions.endOtherSessions(context);
    return nothing;
  },
);

/** Judging, which knows accounts, hands in how their results are listed. */
export const data = (listResults: ListResults) =>
  endpoint(
    {
      summary: 'Download all data held about you, including your documents',
      query: z.object(asLink),
      produces: 'application/zip',
      isLinkable: true,
      refuses: [429],
    },
    async (context: UserContext) => ({
      body: await exportData(context, listResults),
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${DATA_FILE}"`,
      },
    }),
  );

/** Likewise how entries leave rounds. */
export const close = (leaveRounds: LeaveRounds) =>
  endpoint(
    {
      summary: 'Delete your account and everything in it',
      prepare: async (context: UserContext, body) => {
        requireApplicant(context);
        return body;
      },
      body: closeAccountInput,
      refusal: CLOSING.failed,
      refuses: [429],
    },
    async (context: UserContext, { body }) => {
      await closeAccount(context, body.password, leaveRounds);
      return nothing;
    },
  );
