/** The verbs of labels. A proposal's ETag covers its labels, for admins only. */
import { randomUUID } from 'node:crypto';
import { LABEL } from '#domain/labels/schema.ts';
import { labelKeyOf, LABELS } from '#domain/labels/rules.ts';
import type { CreateLabelInput, Label, UpdateLabelInput } from '#domain/labels/schema.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import * as store from './store.ts';

export const presentLabel = ({ id, name, colour }: Label): Label => ({ id, name, colour });

export async function listLabels({ db }: UserContext): Promise<Label[]> {
  return (await store.listLabels(db.read)).map(presentLabel);
}

/** Refuses with 404, and with 412 if If-Match names another version. */
async function lockLabel(context: UserContext, tx: Executor, id: string): Promise<store.LabelRow> {
  const row = isId(id) ? await store.lockLabel(context.db, tx, id) : undefined;
  if (!row) throw new Problem('not_found', LABEL.notFound);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

/** Translates a second label of a name into 422. */
const refuseTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? invalid({ name: LABEL.taken }) : error;
};

/** Refuses with 409 more than the maximum, and with 422 a name that is taken. */
export async function createLabel(
  context: UserContext,
  input: CreateLabelInput,
): Promise<ApiResponse> {
  const now = context.clock();
  const row = {
    id: randomUUID(),
    ...input,
    name_key: labelKeyOf(input.name),
    created_at: now,
    updated_at: now,
    version: 1,
  };
  const once = { call: 'labels.create', content: input };
  const writing = writeOnce(context, once, async (tx) => {
    if ((await store.lockAndCountLabels(context.db, tx)) >= LABELS.most)
      throw new Problem('too_many_labels', LABEL.tooMany);
    await store.insertLabel(tx, row);
    await audit(tx, context, 'labels.create', 'label', row.id, { after: input });
    return single(presentLabel(row), row.version, 201);
  });
  return (await writing.catch(refuseTaken)).answer;
}

/** Changes sent fields that differ. Refuses with 404, 412, and 422 for a name that is taken. */
export async function updateLabel(
  context: UserContext,
  id: string,
  input: UpdateLabelInput,
): Promise<{ row: store.LabelRow }> {
  const writing = context.db.write(async (tx) => {
    const old = await lockLabel(context, tx, id);
    const changes = changesIn(old, input);
    if (isEmptyChange(changes)) return { row: old };
    const name = changes.name ?? old.name;
    const stamps = { updated_at: context.clock(), version: old.version + 1 };
    const row = { ...old, ...changes, name_key: labelKeyOf(name), ...stamps };
    await store.changeLabel(tx, row);
    await store.touchLabelled(tx, id);
    await raiseVersion(tx, 'proposals');
    await audit(tx, context, 'labels.update', 'label', id, { before: old, after: changes });
    return { row };
  });
  return writing.catch(refuseTaken);
}

/** Takes it off every proposal. Refuses with 404 and 412. */
export async function deleteLabel(context: UserContext, id: string): Promise<void> {
  await context.db.write(async (tx) => {
    const { name, colour } = await lockLabel(context, tx, id);
    await store.touchLabelled(tx, id);
    await store.deleteLabel(tx, id);
    await raiseVersion(tx, 'proposals');
    await audit(tx, context, 'labels.delete', 'label', id, { before: { name, colour } });
  });
}
