/** The firm's own texts for mailings, approvals and corrections: edited for whoever gets them. */
import { randomUUID } from 'node:crypto';
import { MAIL_TEMPLATE } from '#domain/mailings/messages.ts';
import { MAILINGS } from '#domain/mailings/rules.ts';
import type {
  CreateMailTemplateInput,
  MailTemplate,
  UpdateMailTemplateInput,
} from '#domain/mailings/template-schema.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext, type Versioned } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import * as store from './template-store.ts';

type VersionedTemplate = Versioned<'template', MailTemplate>;

const presentTemplate = ({ id, name, kind, subject, text }: store.TemplateRow): MailTemplate => ({
  id,
  name,
  kind,
  subject,
  text,
});
const present = (row: store.TemplateRow): VersionedTemplate => ({
  template: presentTemplate(row),
  version: row.version,
});

function required(row: store.TemplateRow | undefined): store.TemplateRow {
  if (!row) throw new Problem('not_found', MAIL_TEMPLATE.notFound);
  return row;
}

/** Refuses with 404, and with 412 if If-Match names another version. */
async function lockTemplate(
  context: UserContext,
  tx: Executor,
  id: string,
): Promise<store.TemplateRow> {
  const row = required(isId(id) ? await store.lockTemplate(context.db, tx, id) : undefined);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

/** Refuses with 422 a mailing without a subject: other mails have one of their own. */
function requireSubject({ kind, subject }: Pick<MailTemplate, 'kind' | 'subject'>): void {
  if (kind === 'mailing' && subject === '') throw invalid({ subject: MAIL_TEMPLATE.subject });
}

export async function listTemplates({ db }: UserContext): Promise<MailTemplate[]> {
  return (await store.listTemplates(db.read)).map(presentTemplate);
}

/** Refuses with 404. */
export async function getTemplate({ db }: UserContext, id: string): Promise<VersionedTemplate> {
  return present(required(isId(id) ? await store.findTemplate(db.read, id) : undefined));
}

/** Refuses with 409 more than the maximum, and with 422. A repeated key gets the first answer. */
export async function createTemplate(
  context: UserContext,
  input: CreateMailTemplateInput,
): Promise<ApiResponse> {
  requireSubject(input);
  const now = context.clock();
  const row = { id: randomUUID(), ...input, created_at: now, updated_at: now, version: 1 };
  const once = { call: 'mailTemplates.create', content: input };
  const { answer } = await writeOnce(context, once, async (tx) => {
    if ((await store.countTemplates(tx)) >= MAILINGS.templates)
      throw new Problem('conflict', MAIL_TEMPLATE.tooMany);
    await store.insertTemplate(tx, row);
    await audit(tx, context, 'mailTemplates.create', 'mailTemplate', row.id, { after: input });
    return single(presentTemplate(row), row.version, 201);
  });
  return answer;
}

/** Changes sent fields that differ. Refuses with 404, 412 and 422. */
export async function updateTemplate(
  context: UserContext,
  id: string,
  input: UpdateMailTemplateInput,
): Promise<VersionedTemplate> {
  return context.db.write(async (tx) => {
    const old = await lockTemplate(context, tx, id);
    const changes = changesIn(old, input);
    if (isEmptyChange(changes)) return present(old);
    const stamps = { updated_at: context.clock(), version: old.version + 1 };
    const row = { ...old, ...changes, ...stamps };
    requireSubject(row);
    await store.changeTemplate(tx, id, { ...changes, ...stamps });
    const told = { before: old, after: changes };
    await audit(tx, context, 'mailTemplates.update', 'mailTemplate', id, told);
    return present(row);
  });
}

/** Refuses with 404 and 412. */
export async function deleteTemplate(context: UserContext, id: string): Promise<void> {
  await context.db.write(async (tx) => {
    const before = presentTemplate(await lockTemplate(context, tx, id));
    await store.deleteTemplate(tx, id);
    await audit(tx, context, 'mailTemplates.delete', 'mailTemplate', id, { before });
  });
}
