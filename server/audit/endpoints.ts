import { z } from 'zod';
import { auditEntry, listAuditQuery } from '#domain/audit/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed } from '../http/endpoint.ts';
import { listAudit } from './service.ts';

export const list = endpoint(
  {
    summary: 'List audit entries, newest first',
    query: listAuditQuery,
    answer: z.array(auditEntry),
  },
  async (context: UserContext, { query }) => {
    const { items, total } = await listAudit(context, query);
    return listed(items, total);
  },
);
