import { z } from 'zod';
import { notice, noticeInput } from '#domain/notices/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, nothing } from '../http/endpoint.ts';
import * as notices from './service.ts';

export const get = endpoint(
  { summary: 'Get the notice shown at the top of every page, or null', answer: z.nullable(notice) },
  async (context) => ({ body: await notices.getNotice(context) }),
);

export const put = endpoint(
  {
    summary: 'Show a notice at the top of every page until a given time',
    body: noticeInput,
    answer: notice,
  },
  async (context: UserContext, { body }) => ({ body: await notices.putNotice(context, body) }),
);

export const remove = endpoint({ summary: 'Remove the notice' }, async (context: UserContext) => {
  await notices.deleteNotice(context);
  return nothing;
});
