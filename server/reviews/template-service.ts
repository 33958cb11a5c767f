/** Templates of reasons for declining: the firm's words, edited for each applicant. */
import { randomUUID } from 'node:crypto';
import { REVIEWS } from '#domain/constants.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem } from '#domain/problem.ts';
import { TEMPLATE } from '#domain/reviews/messages.ts';
import type {
  CreateTemplateInput,
  DeclineTemplate,
  UpdateTemplateInput,
} from '#domain/reviews/schema.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext, type Versioned } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import * as store from './template-store.ts';

export type VersionedTemplate = Versioned<'template', DeclineTemplate>;

const presentTemplate = ({ id, title, text }: store.TemplateRow): DeclineTemplate => ({
  id,
  title,
  text,
});
const present = (row: store.TemplateRow): VersionedTemplate => ({
  template: presentTemplate(row),
  version: row.version,
});

/** Refuses with 404, and with 412 if If-Match names another version. */
async function lockTemplate(
  context: UserContext,
  tx: Executor,
  id: string,
): Promise<store.TemplateRow> {
  const row = isId(id) ? await store.lockTemplate(context.db, tx, id) : undefined;
  if (!row) throw new Problem('not_found', TEMPLATE.notFound);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

export async function listTemplates({ db }: UserContext): Promise<DeclineTemplate[]> {
  return (await store.listTemplates(db.read)).map(presentTemplate);
}

/** Refuses with 404. */
export async function getTemplate({ db }: UserContext, id: string): Promise<VersionedTemplate> {
  const row = isId(id) ? await store.findTemplate(db.read, id) : undefined;
  if (!row) throw new Problem('not_found', TEMPLATE.notFound);
  return present(row);
}

/** Refuses with 409 more than the maximum. */
export async function createTemplate(
  context: UserContext,
  input: CreateTemplateInput,
): Promise<VersionedTemplate> {
  const now = context.clock();
  const row = { id: randomUUID(), ...input, created_at: now, updated_at: now, version: 1 };
  await context.db.write(async (tx) => {
    if ((await store.countTemplates(tx)) >= REVIEWS.templates)
      throw new Problem('conflict', TEMPLATE.tooMany);
    await store.insertTemplate(tx, row);
    await audit(tx, context, 'templates.create', 'template', row.id, {
      title: [null, row.title],
      text: [null, row.text],
    });
  });
  return present(row);
}

/** Changes sent fields that differ. Refuses with 404 and 412. */
export async function updateTemplate(
  context: UserContext,
  id: string,
  input: UpdateTemplateInput,
): Promise<VersionedTemplate> {
  return context.db.write(async (tx) => {
    const old = await lockTemplate(context, tx, id);
    const changes = changesIn(old, input);
    if (isEmptyChange(changes)) return present(old);
    const stamps = { updated_at: context.clock(), version: old.version + 1 };
    await store.changeTemplate(tx, id, { ...changes, ...stamps });
    const audited = Object.entries(changes).map(([name, after]) => [
      name,
      [old[name as 'title' | 'text'], after],
    ]);
    await audit(tx, context, 'templates.update', 'template', id, Object.fromEntries(audited));
    return present({ ...old, ...changes, ...stamps });
  });
}

/** Refuses with 404 and 412. */
export async function deleteTemplate(context: UserContext, id: string): Promise<void> {
  await context.db.write(async (tx) => {
    const old = await lockTemplate(context, tx, id);
    await store.deleteTemplate(tx, id);
    await audit(tx, context, 'templates.delete', 'template', id, {
      title: [old.title, null],
      text: [old.text, null],
    });
  });
}
