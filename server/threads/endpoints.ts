import { z } from 'zod';
import { THREAD } from '#domain/threads/messages.ts';
import { messageInput, threadMessage } from '#domain/threads/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed } from '../http/endpoint.ts';
import { readThread, writeMessage } from './service.ts';

export const list = endpoint(
  {
    summary: 'List the messages about a proposal, oldest first, and mark those received as read',
    answer: z.array(threadMessage),
  },
  async (context: UserContext, { params, request }) => {
    // Who asks for the head alone has read nothing.
    const items = await readThread(context, params.id!, request.method === 'HEAD');
    return listed(items, items.length);
  },
);

export const create = endpoint(
  {
    summary: 'Send a message about a proposal',
    body: messageInput,
    refusal: THREAD.failed,
    answer: threadMessage,
    status: 201,
    idempotent: true,
    refuses: [429],
  },
  async (context: UserContext, { params, body }) => writeMessage(context, params.id!, body.text),
);
