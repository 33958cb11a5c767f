import * as z from 'zod/mini';
import { DAY_MS } from '../constants.ts';
import { readDay, readInstant } from '../dates.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { booleanText } from '../text.ts';
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from './rules.ts';

const AUDIT_RULES = {
  actor: 'Choose one of the people in the list.',
  entity: 'Choose what the entries are about.',
  action: 'Choose what was done.',
  logins: 'logging in is listed',
  moment: 'Enter a date such as 2026-11-22, with or without a time.',
} as const;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A day or an instant; without a zone it is Ghana's, which is UTC. A day includes all of it. */
function moment(end: 'first' | 'last') {
  return z.pipe(
    z.string({ error: AUDIT_RULES.moment }),
    z.transform((value, context) => {
      const instant = readMoment(value.trim(), end);
      if (instant) return instant;
      context.issues.push({ code: 'custom', input: value, message: AUDIT_RULES.moment });
      return z.NEVER;
    }),
  );
}

function readMoment(value: string, end: 'first' | 'last'): Date | undefined {
  const day = readDay(value);
  if (!day) return readInstant(value) ?? readInstant(`${value}Z`);
  return end === 'last' ? new Date(day.getTime() + DAY_MS - 1) : day;
}

/** `actor`: an id, `me`, or `nobody` for actions without a signed-in person. */
export const listAuditQuery = z.extend(listQuery, {
  actor: filter(
    z
      .string({ error: AUDIT_RULES.actor })
      .check(
        z.refine(
          (value) => value === 'me' || value === 'nobody' || ID.test(value),
          AUDIT_RULES.actor,
        ),
      ),
  ),
  action: filter(z.enum(AUDIT_ACTIONS, { error: AUDIT_RULES.action })),
  entity: filter(z.enum(AUDIT_ENTITIES, { error: AUDIT_RULES.entity })),
  entity_id: filter(
    z.string({ error: AUDIT_RULES.entity }).check(z.regex(/^[\w.:-]{1,100}$/, AUDIT_RULES.entity)),
  ),
  /** False: without those who logged in or out. */
  logins: filter(booleanText(AUDIT_RULES.logins)),
  from: filter(moment('first')),
  to: filter(moment('last')),
  sort: sortBy(['at'], '-at'),
});

/** A long text is logged as its digest and its length in characters. */
const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  z.object({ sha256: z.string(), length: z.number() }),
]);

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** Null: nobody was signed in. */
  actor: z.nullable(z.object({ id: z.string(), name: z.string() })),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  /** Its current name; null if it was deleted, erased or has no name. */
  entity_name: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  changes: z.array(z.object({ field: z.string(), before: value, after: value })),
  /** It was planned by the actor, and done later by itself. */
  planned: z.optional(z.literal(true)),
  /** Its personal data was erased at the person's request. */
  erased: z.boolean(),
});

export type ListAuditQuery = z.output<typeof listAuditQuery>;
export type AuditEntry = z.output<typeof auditEntry>;
