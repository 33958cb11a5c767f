import { z } from 'zod';
import { CREATE_ADMIN } from '#domain/accounts/messages.ts';
import {
  changeRoleInput,
  changeStatusInput,
  correctEmailInput,
  listUsersQuery,
  singleUser,
  userRow,
} from '#domain/accounts/schema.ts';
import { createAdminInput } from '#domain/accounts/passwords/schema.ts';
import { session } from '#domain/accounts/session-schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as accounts from './account-service.ts';
import { correctEmail as correct } from './bounced-email-service.ts';
import * as users from './user-service.ts';

export const list = endpoint(
  { summary: 'List users', query: listUsersQuery, answer: z.array(userRow) },
  async (context, { query }) => {
    const { items, total } = await users.listUsers(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get a user', answer: singleUser, tagged: true },
  async (context: UserContext, { params }) => {
    const { item, version } = await users.getUser(context, params.id!);
    return single(item, version);
  },
);

export const correctEmail = endpoint(
  {
    summary: "Correct an applicant's bouncing email address",
    body: correctEmailInput,
    answer: singleUser,
  },
  async (context: UserContext, { params, body }) => {
    const { item, version } = await correct(context, params.id!, body.email);
    return single(item, version);
  },
);

export const listSessions = endpoint(
  { summary: "List a user's sessions", answer: z.array(session) },
  async (context: UserContext, { params }) => {
    const items = await users.listSessionsOf(context, params.id!);
    return listed(items, items.length);
  },
);

export const endSessions = endpoint(
  { summary: "End all of another user's sessions" },
  async (context: UserContext, { params }) => {
    await users.endSessionsOf(context, params.id!);
    return nothing;
  },
);

export const createAdmin = endpoint(
  {
    summary: 'Create an admin',
    body: createAdminInput,
    refusal: CREATE_ADMIN.failed,
    answer: userRow,
    status: 201,
  },
  async (context: UserContext, { body }) => {
    const { item, version } = await accounts.createAdmin(context, body);
    return single(item, version, 201);
  },
);

export const changeRole = endpoint(
  { summary: "Change a user's role", body: changeRoleInput, answer: userRow },
  async (context: UserContext, { params, body }) => {
    const { item, version } = await users.changeRole(context, params.id!, body.role);
    return single(item, version);
  },
);

export const changeStatus = endpoint(
  { summary: 'Activate or deactivate an admin', body: changeStatusInput, answer: userRow },
  async (context: UserContext, { params, body }) => {
    const { item, version } = await users.changeStatus(context, params.id!, body);
    return single(item, version);
  },
);
