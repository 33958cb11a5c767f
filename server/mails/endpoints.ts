import { z } from 'zod';
import { listMailsQuery, mail, singleMail } from '#domain/mails/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed } from '../http/endpoint.ts';
import { getMail, listMails, retryMail } from './service.ts';

export const list = endpoint(
  {
    summary: 'List emails and their delivery status',
    query: listMailsQuery,
    answer: z.array(mail),
  },
  async (context: UserContext, { query }) => {
    const { items, total } = await listMails(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get an email, with its text while it waits to be sent', answer: singleMail },
  async (context: UserContext, { params }) => ({ body: await getMail(context, params.id!) }),
);

export const retry = endpoint(
  { summary: 'Resend a failed email', answer: mail },
  async (context: UserContext, { params }) => ({ body: await retryMail(context, params.id!) }),
);
