/**
 * The verbs of testimonials. The guard has checked permissions; the verbs check scope and rules and
 * run transactions.
 */
import { randomUUID } from 'node:crypto';
import { SHARED_RULES } from '#domain/messages.ts';
import { HONEYPOT } from '#domain/constants.ts';
import { mayDoAll } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import type {
  CreateTestimonialInput,
  ListTestimonialsQuery,
  Testimonial,
  UpdateTestimonialInput,
} from '#domain/testimonials/schema.ts';
import { countPublicForm } from '../rate-limits/service.ts';
import { audit } from '../audit.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { requireVersion, type Context, type Versioned } from '../context.ts';
import { toSearchText } from '../db/search.ts';
import { raiseVersion } from '../db/versions.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { isId } from '../db/ids.ts';
import * as store from './store.ts';

/** Presents a row in the API, field by field. */
const presentTestimonial = (row: store.TestimonialRow): Testimonial => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  position: row.position,
  message: row.message,
  is_approved: row.is_approved,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

type VersionedTestimonial = Versioned<'testimonial', Testimonial>;

const scopeOf = ({ actor }: Context): store.Scope =>
  mayDoAll(actor.role, 'testimonials.update') ? 'all' : 'approved';

const searchTextOf = (
  row: Pick<store.TestimonialRow, 'first_name' | 'last_name' | 'position' | 'message'>,
) => toSearchText(row.first_name, row.last_name, row.position, row.message);

/** Refuses with 404 a testimonial that does not exist, or that this person may not see. */
function required(row: store.TestimonialRow | undefined): store.TestimonialRow {
  if (!row) throw new Problem('not_found', TESTIMONIAL.notFound);
  return row;
}

/** Admins: all; everybody else: approved ones. */
export async function listTestimonials(
  context: Context,
  query: ListTestimonialsQuery,
): Promise<{ items: Testimonial[]; total: number }> {
  const { rows, total } = await store.listTestimonials(context.db, scopeOf(context), query);
  return { items: rows.map(presentTestimonial), total };
}

/** Refuses with 404 a testimonial that does not exist or, except for admins, is not approved. */
export async function getTestimonial(context: Context, id: string): Promise<VersionedTestimonial> {
  const row = required(
    isId(id) ? await store.findTestimonial(context.db.read, scopeOf(context), id) : undefined,
  );
  return { testimonial: presentTestimonial(row), version: row.version };
}

/**
 * Stores a visitor's testimonial, unapproved. Refuses with 429. A bot's testimonial gets the usual
 * answer and is dropped.
 */
export async function submitTestimonial(
  context: Context,
  { [HONEYPOT]: honeypot, ...input }: CreateTestimonialInput,
): Promise<ApiResponse> {
  const now = context.clock();
  const row = {
    id: randomUUID(),
    ...input,
    is_approved: false,
    search_text: searchTextOf(input),
    created_at: now,
    updated_at: now,
    version: 1,
  };
  const answer = single(presentTestimonial(row), row.version, 201);
  if (honeypot?.trim()) return answer;
  const outcome = await writeOnce(
    context,
    { call: 'testimonials.create', content: input },
    async (tx) => {
      await countPublicForm(context, tx);
      // It changes no public page before it is approved, so visitors cannot invalidate the cache.
      await store.insertTestimonial(tx, row);
      await audit(tx, context, 'testimonials.create', 'testimonial', row.id, { after: row });
      return answer;
    },
  );
  return outcome.answer;
}

/**
 * Changes only sent fields that differ; `is_approved` publishes or hides it. Refuses with 404, and
 * with 412 if If-Match names another version.
 */
export async function updateTestimonial(
  context: Context,
  id: string,
  input: UpdateTestimonialInput,
): Promise<VersionedTestimonial> {
  const row = await context.db.write(async (tx) => {
    const old = required(isId(id) ? await store.lockTestimonial(context.db, tx, id) : undefined);
    requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
    const changes = changesIn(old, input);
    if (isEmptyChange(changes)) return old;
    const next = { ...old, ...changes, updated_at: context.clock(), version: old.version + 1 };
    await store.changeTestimonial(tx, id, {
      ...changes,
      search_text: searchTextOf(next),
      updated_at: next.updated_at,
      version: next.version,
    });
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'testimonials.update', 'testimonial', id, {
      before: old,
      after: changes,
    });
    return next;
  });
  return { testimonial: presentTestimonial(row), version: row.version };
}

/** Refuses with 404, and with 412 if If-Match names another version. */
export async function deleteTestimonial(context: Context, id: string): Promise<void> {
  await context.db.write(async (tx) => {
    const before = required(isId(id) ? await store.lockTestimonial(context.db, tx, id) : undefined);
    requireVersion(context, before.version, SHARED_RULES.changedMeanwhile);
    await store.deleteTestimonial(tx, id);
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'testimonials.delete', 'testimonial', id, { before });
  });
}
