/** A later deadline for one applicant: contract §10. */
import { randomUUID } from 'node:crypto';
import { SCREENS } from '#domain/screens.ts';
import { DAY_MS } from '#domain/constants.ts';
import { formatDateTime } from '#domain/dates.ts';
import { EXTENSION, EXTENSION_LIMITS } from '#domain/extensions/rules.ts';
import { extension, extensionInput, type ExtensionInput } from '#domain/extensions/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { PROGRAM } from '#domain/programs/rules.ts';
import { SEASON } from '#domain/seasons/rules.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isId, table } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { reminderTopicOf } from '../drafts/deadlines.ts';
import * as store from '../extensions/store.ts';
import { calls, list, none, reply } from '../http/calls.ts';
import { shownBy } from '../http/resource.ts';
import { writeOnce } from '../http/idempotency.ts';
import { renderMail } from '../mail/layout.ts';
import { dropUnsent, queueMail } from '../mail/store.ts';
import { lockApplicantFacts } from '../proposals/store.ts';
import { findProgram, lockProgram, type ProgramRow } from './store.ts';

const show = shownBy(extension);

const present = ({
  author_first_name: first,
  author_last_name: last,
  ...row
}: store.ExtensionRow) =>
  show({
    ...row,
    until: row.extended_until,
    created_by: row.author_id === null ? null : `${first} ${last}`.trim(),
  });

const APPLICANT = { role: 'applicant', is_active: true } as const;

const programGone = () => new Problem('not_found', PROGRAM.notFound);

async function listExtensions(context: UserContext, programId: string) {
  const { read } = context.db;
  if (!isId(programId) || !(await findProgram(read, 'all', programId))) throw programGone();
  return (await store.listExtensions(read, programId)).map(present);
}

function requireBounds({ deadline_date: deadline }: ProgramRow, until: Date, now: Date) {
  const latest = deadline.getTime() + EXTENSION_LIMITS.days * DAY_MS;
  if (until <= now) throw invalid({ until: EXTENSION.past });
  if (until <= deadline) throw invalid({ until: EXTENSION.tooEarly });
  if (until.getTime() > latest) throw invalid({ until: EXTENSION.tooLate });
}

async function lockOpenProgram(tx: Executor, programId: string) {
  const program = await lockProgram(tx, programId);
  if (!program) throw programGone();
  if (program.ended_at) throw new Problem('program_ended', SEASON.ended);
  if (await store.hasOpenedRound(tx, programId)) throw new Problem('in_round', EXTENSION.inRound);
  return program;
}

/** Gives one applicant more time, instead of an earlier extension of theirs, and mails it. */
async function extendDeadline(context: UserContext, programId: string, input: ExtensionInput) {
  if (!isId(programId)) throw programGone();
  const once = { call: 'extensions.create', content: [programId, input] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const applicant = await table('users').find(tx, { ...APPLICANT, email: input.email });
    // Locked first, like everything about an account.
    const facts = applicant && (await lockApplicantFacts(tx, applicant.id));
    const program = await lockOpenProgram(tx, programId);
    if (!facts) throw invalid({ email: EXTENSION.email });
    requireBounds(program, input.until, context.clock());
    const owner = { program_id: programId, user_id: applicant.id };
    const row = await replace(context, tx, owner, input);
    const mail = { program: program.title, until: input.until, reason: input.reason };
    const url = context.publicUrl + SCREENS.submitProposal({ programId });
    const letter = extended(facts.first_name, mail, url);
    await tell(context, tx, owner, { ...letter, to: facts.email });
    return { status: 201, body: present(row) };
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

type Owner = { program_id: string; user_id: string };

async function replace(
  context: UserContext,
  tx: Executor,
  owner: Owner,
  { until, reason }: ExtensionInput,
) {
  const earlier = await store.extensions.find(tx, owner);
  await store.extensions.remove(tx, owner);
  const stamps = { author_id: context.actor.id, created_at: context.clock() };
  const row = { id: randomUUID(), ...owner, extended_until: until, reason, ...stamps };
  await store.extensions.insert(tx, row);
  await audit(tx, context, 'extensions.create', 'user', owner.user_id, {
    program_id: [null, owner.program_id],
    until: [earlier?.extended_until ?? null, until],
    reason: [null, reason],
  });
  return (await store.findExtension(tx, owner.program_id, row.id))!;
}

const topicOf = ({ program_id, user_id }: Owner) => `extensions:${program_id}:${user_id}`;

/** Replaces unsent mails: an earlier one about it, and the reminder of the earlier deadline. */
async function tell(
  { clock }: UserContext,
  tx: Executor,
  owner: Owner,
  letter: { to: string | null; subject: string; text: string; html: string },
) {
  const draftId = await store.forgetReminder(tx, owner);
  const reminders = draftId ? [reminderTopicOf(draftId)] : [];
  await dropUnsent(tx, [topicOf(owner), ...reminders], clock());
  await queueMail(tx, { ...letter, topic: topicOf(owner) }, clock());
  await store.touchProposals(tx, owner);
  await raiseVersion(tx, 'proposals');
}

async function withdrawExtension(context: UserContext, programId: string, id: string) {
  const notFound = () => new Problem('not_found', EXTENSION.notFound);
  if (!isId(programId) || !isId(id)) throw notFound();
  await context.db.write(async (tx) => {
    const found = await store.findExtension(tx, programId, id);
    if (!found) throw notFound();
    const owner = { program_id: programId, user_id: found.user_id };
    const facts = await lockApplicantFacts(tx, found.user_id);
    const program = await lockOpenProgram(tx, programId);
    if (!(await store.findExtension(tx, programId, id))) throw notFound();
    await store.extensions.remove(tx, { id });
    await audit(tx, context, 'extensions.delete', 'user', found.user_id, {
      program_id: [programId, null],
      until: [found.extended_until, null],
    });
    const mail = { program: program.title, deadline: program.deadline_date };
    const url = context.publicUrl + SCREENS.dashboard;
    const letter = withdrawn(facts.first_name, mail, url);
    await tell(context, tx, owner, { ...letter, to: facts.email });
  });
  context.notifyMail();
}

type ExtensionFacts = { program: string; until: Date; reason: string };

const extended = (firstName: string, { program, until, reason }: ExtensionFacts, url: string) =>
  renderMail({
    subject: `You have until ${formatDateTime(until)} GMT for ${program}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We have extended the deadline of ${program} for you. You can submit your proposal until ${formatDateTime(until)} GMT.`,
      `The reason: ${reason}`,
    ],
    action: { label: 'Continue', url },
  });

const withdrawn = (
  firstName: string,
  { program, deadline }: { program: string; deadline: Date },
  url: string,
) =>
  renderMail({
    subject: `Your extension for ${program} has been withdrawn`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The deadline of ${program} is no longer extended for you. Your deadline is now ${formatDateTime(deadline)} GMT.`,
      'What you have submitted stays submitted.',
    ],
    action: { label: 'Open the portal', url },
  });

export const extensionsCalls = calls({
  'GET /programs/{id}/extensions': list(
    'extensions.list',
    "List a program's extensions",
    extension,
    { run: listExtensions },
  ),
  'POST /programs/{id}/extensions': reply(
    'extensions.create',
    'Extend the deadline for one applicant',
    {
      body: extensionInput,
      answer: extension,
      status: 201,
      idempotent: true,
      refuses: [409],
      run: extendDeadline,
    },
  ),
  'DELETE /programs/{id}/extensions/{extension_id}': none(
    'extensions.delete',
    'Withdraw an extension; submissions made under it stay',
    { refuses: [409], run: withdrawExtension },
  ),
});
