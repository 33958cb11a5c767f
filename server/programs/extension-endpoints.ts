import { z } from 'zod';
import { extension, extensionInput } from '#domain/extensions/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing } from '../http/endpoint.ts';
import { extendDeadline, listExtensions, withdrawExtension } from './extension-service.ts';

export const list = endpoint(
  { summary: "List a program's extensions", answer: z.array(extension) },
  async (context: UserContext, { params }) => {
    const items = await listExtensions(context, params.id!);
    return listed(items, items.length);
  },
);

export const create = endpoint(
  {
    summary: 'Extend the deadline for one applicant',
    body: extensionInput,
    answer: extension,
    status: 201,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => extendDeadline(context, params.id!, body),
);

export const remove = endpoint(
  { summary: 'Withdraw an extension; submissions made under it stay', refuses: [409] },
  async (context: UserContext, { params }) => {
    await withdrawExtension(context, params.id!, params.extension_id!);
    return nothing;
  },
);
