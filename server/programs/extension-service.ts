/** A later deadline for one applicant: contract §10. */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#domain/durations.ts';
import { EXTENSION, EXTENSION_LIMITS } from '#domain/extensions/messages.ts';
import type { Extension, ExtensionInput } from '#domain/extensions/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { reminderTopicOf } from '../drafts/reminder-service.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { dropUnsent, queueMail } from '../mail/store.ts';
import { findProgram, lockProgram, type ProgramRow } from './store.ts';
import { lockApplicantFacts } from '../proposals/store.ts';
import { deadlineExtended, extensionWithdrawn } from './extension-mails.ts';
import * as store from '../extensions/store.ts';

const present = (row: store.ExtensionRow): Extension => ({
  id: row.id,
  user_id: row.user_id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  until: row.extended_until.toISOString(),
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  created_by:
    row.author_id === null ? null : `${row.author_first_name} ${row.author_last_name}`.trim(),
});

const programGone = () => new Problem('not_found', PROGRAM.notFound);

/** Refuses with 404 a program that does not exist. */
export async function listExtensions(context: UserContext, programId: string) {
  const { read } = context.db;
  if (!isId(programId) || !(await findProgram(read, 'all', programId))) throw programGone();
  return (await store.listExtensions(read, programId)).map(present);
}

function requireBounds({ deadline_date: deadline }: ProgramRow, until: Date, now: Date): void {
  const latest = deadline.getTime() + EXTENSION_LIMITS.days * DAY_MS;
  if (until <= now) throw invalid({ until: EXTENSION.past });
  if (until <= deadline) throw invalid({ until: EXTENSION.tooEarly });
  if (until.getTime() > latest) throw invalid({ until: EXTENSION.tooLate });
}

/** Refuses with 404, and with 409 once a round of the program has been opened. */
async function lockOpenProgram(
  context: UserContext,
  tx: Executor,
  programId: string,
): Promise<ProgramRow> {
  const program = await lockProgram(context.db, tx, programId);
  if (!program) throw programGone();
  if (await store.hasOpenedRound(tx, programId)) throw new Problem('in_round', EXTENSION.inRound);
  return program;
}

/**
 * Gives one applicant more time, instead of an earlier extension of theirs, and mails it. Refuses
 * with 404, 409 `in_round`, and 422 by field. A repeated key gets the first answer.
 */
export async function extendDeadline(
  context: UserContext,
  programId: string,
  input: ExtensionInput,
): Promise<ApiResponse> {
  if (!isId(programId)) throw programGone();
  const once = { call: 'extensions.create', content: [programId, input] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const applicant = await store.findApplicant(tx, input.email);
    // Locked first, like everything about an account.
    const facts = applicant && (await lockApplicantFacts(tx, applicant.id));
    const program = await lockOpenProgram(context, tx, programId);
    if (!facts) throw invalid({ email: EXTENSION.email });
    requireBounds(program, input.until, context.clock());
    const row = await replace(context, tx, { programId, userId: applicant.id }, input);
    const mail = { program: program.title, until: input.until, reason: input.reason };
    const url = context.publicUrl + SCREENS.submitProposal({ programId });
    const letter = deadlineExtended(facts.first_name, mail, url);
    await tell(context, tx, { programId, userId: applicant.id }, { ...letter, to: facts.email });
    return { status: 201, body: present(row) };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

type Owner = { programId: string; userId: string };

async function replace(
  context: UserContext,
  tx: Executor,
  { programId, userId }: Owner,
  { until, reason }: ExtensionInput,
): Promise<store.ExtensionRow> {
  const earlier = await store.findExtensionOf(tx, programId, userId);
  if (earlier) await store.deleteExtension(tx, earlier.id);
  const id = randomUUID();
  await store.insertExtension(tx, {
    id,
    program_id: programId,
    user_id: userId,
    extended_until: until,
    reason,
    author_id: context.actor.id,
    created_at: context.clock(),
  });
  await audit(tx, context, 'extensions.create', 'user', userId, {
    program_id: [null, programId],
    until: [earlier?.extended_until ?? null, until],
    reason: [null, reason],
  });
  return (await store.findExtension(tx, programId, id))!;
}

const topicOf = ({ programId, userId }: Owner): string => `extensions:${programId}:${userId}`;

/**
 * Replaces a mail about it that was not sent yet, and a reminder of the earlier deadline, which may
 * come again.
 */
async function tell(
  { clock }: UserContext,
  tx: Executor,
  owner: Owner,
  letter: { to: string; subject: string; text: string; html: string },
): Promise<void> {
  const draftId = await store.forgetReminder(tx, owner);
  const reminders = draftId ? [reminderTopicOf(draftId)] : [];
  await dropUnsent(tx, [topicOf(owner), ...reminders], clock());
  await queueMail(tx, { ...letter, topic: topicOf(owner) }, clock());
  await store.touchProposals(tx, owner);
  await raiseVersion(tx, 'proposals');
}

/**
 * Withdraws it; what was submitted stays. Refuses with 404, and 409 once a round has been opened.
 */
export async function withdrawExtension(
  context: UserContext,
  programId: string,
  id: string,
): Promise<void> {
  const notFound = () => new Problem('not_found', EXTENSION.notFound);
  if (!isId(programId) || !isId(id)) throw notFound();
  await context.db.write(async (tx) => {
    const found = await store.findExtension(tx, programId, id);
    if (!found) throw notFound();
    const owner = { programId, userId: found.user_id };
    const facts = await lockApplicantFacts(tx, found.user_id);
    const program = await lockOpenProgram(context, tx, programId);
    if (!(await store.findExtension(tx, programId, id))) throw notFound();
    await store.deleteExtension(tx, id);
    await audit(tx, context, 'extensions.delete', 'user', found.user_id, {
      program_id: [programId, null],
      until: [found.extended_until, null],
    });
    const mail = { program: program.title, deadline: program.deadline_date };
    const url = context.publicUrl + SCREENS.dashboard;
    const letter = extensionWithdrawn(facts.first_name, mail, url);
    await tell(context, tx, owner, { ...letter, to: facts.email });
  });
  context.notifyMail();
}
