/** What came in on paper, typed in and corrected by an admin: contract §13.3. */
import { randomUUID } from 'node:crypto';
import { PROPOSALS } from '#domain/constants.ts';
import { invalid, Problem, SHARED_RULES } from '#domain/problem.ts';
import { ownDeadline, paperUntil } from '#domain/programs/rules.ts';
import { PROPOSAL, PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import {
  correctOnBehalfForm,
  newPerson,
  ON_BEHALF,
  onBehalfOfKnown,
  onBehalfOfNew,
  type CorrectOnBehalf,
  type NewPerson,
} from '#domain/on-behalf/rules.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { filesIn, withFiles } from '#domain/questions/answers.ts';
import { REQUEST } from '#domain/proposals/requests.ts';
import { newUser, refusingTakenEmail, requireFreeEmail } from '../accounts/account-service.ts';
import { NO_PASSWORD } from '../accounts/passwords.ts';
import { saveFields } from '../accounts/profile-service.ts';
import { insertUser, lockUser, type UserRow } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext } from '../context.ts';
import { changesIn } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { findFirstAnswer, writeOnce } from '../http/idempotency.ts';
import { parse } from '../http/problems.ts';
import { checkSent, requireFit } from '../questions/service.ts';
import { listQuestions, replaceAnswers } from '../questions/store.ts';
import { prepareText } from '../text/stored-text.ts';
import { issueForEdit } from './confirmations.ts';
import {
  acceptDocuments,
  inspectDocuments,
  storeWith,
  type CheckedDocument,
  type Uploads,
} from './documents.ts';
import {
  digestsOf,
  findEdited,
  keepVersions,
  prepareChanges,
  replaceDocuments,
  requireRequested,
  storedOf,
  wordsFor,
} from './editing.ts';
import { findReopening, type RequestRow } from './history-store.ts';
import { withoutVersions } from './history.ts';
import {
  DESCRIPTION,
  describeProposal,
  lockProposal,
  presentProposal,
  presentVersioned,
  refuseWithdrawn,
  requireOwnedStill,
  requireProposal,
  searchTextOf,
  versionFor,
  type VersionedProposal,
} from './presentation.ts';
import { wasOpenedOn } from './review-store.ts';
import * as store from './store.ts';
import { checkForm, filesOf, insertWithReceipt, programIn } from './submission.ts';

const CALL = 'POST /proposals/admin/on-behalf';

/** Everything that a submission checks of its owner is checked of the person. */
const standFor = (context: UserContext, ownerId: string, receivedAt: Date): UserContext => ({
  ...context,
  actor: { id: ownerId, role: 'applicant', tokenHash: '' },
  receivedAt,
});

async function readForm({ db }: UserContext, fields: unknown, uploads: Uploads) {
  const { applicant_id } = (fields ?? {}) as { applicant_id?: unknown };
  const isKnown = applicant_id !== undefined && applicant_id !== '';
  const id = programIn(fields);
  const sent = { uploads, questions: id ? await listQuestions(db.read, id) : [] };
  const missing = uploads.evidence ? undefined : { evidence: ON_BEHALF.evidence };
  return isKnown
    ? checkForm(onBehalfOfKnown, fields, sent, missing)
    : checkForm(onBehalfOfNew, fields, sent, missing);
}
type Form = Awaited<ReturnType<typeof readForm>>['form'];

const partsOf = ({ program_id, business_name, business_location, ...form }: Form) => ({
  ...{ program_id, business_name, business_location },
  business_website: form.business_website,
  business_description: form.business_description,
});

/** Without what is the proposal's: the log keeps what is said of an account. */
const personOf = (form: Form): NewPerson | undefined =>
  'applicant_id' in form ? undefined : parse(newPerson, form);

/** Enters it for an account that there is, or opens one, which may have no address. */
export async function submitOnBehalf(
  context: UserContext,
  fields: unknown,
  uploads: Uploads,
): Promise<ApiResponse> {
  const { form, words, uploads: files } = await readForm(context, fields, uploads);
  const description = await prepareText(context, DESCRIPTION, form.business_description);
  const inspected = await inspectDocuments(context, files);
  const digests = inspected.map(({ kind, inspection }) => [kind, inspection.sha256]).sort();
  const once = { call: CALL, content: [form, ...digests] };
  const earlier = await findFirstAnswer(context, once);
  if (earlier) return earlier;
  const person = personOf(form);
  const ownerId = person ? randomUUID() : (form as { applicant_id: string }).applicant_id;
  const owner = standFor(context, ownerId, form.received_at);
  const documents = acceptDocuments(owner, inspected, ownerId, words);
  const write = () =>
    writeOnce(context, once, async (tx) => {
      if (person) await openAccount(context, tx, ownerId, person);
      const { applicant, hasPassword } = await lockPerson(tx, ownerId);
      const program = await requireTyping(context, tx, form.program_id, {
        ...{ ownerId, region: applicant.region, receivedAt: form.received_at },
      });
      if ((await store.countProposalsOf(tx, ownerId)) >= PROPOSALS.perApplicant)
        throw new Problem('too_many_proposals', PROPOSAL_RULES.tooMany);
      const questions = await listQuestions(tx, form.program_id);
      const sent = withFiles(questions, form.answers ?? {}, filesOf(documents));
      const answers = checkSent(questions, sent);
      requireFit(answers);
      const submission = {
        ...{ input: partsOf(form), description, answers, completedAt: context.clock() },
        documents: documents.map(({ staged: _staged, ...document }) => document),
        typedBy: { context, reason: form.reason, hasPassword },
      };
      const stored = await insertWithReceipt(owner, tx, submission, { program, applicant });
      return single(await presentProposal(stored, context), versionFor(context, stored), 201);
    });
  const { answer, isReplay } = await refusingTakenEmail(
    storeWith(context, documents, write, (outcome) => !outcome.isReplay),
  );
  if (!isReplay) notify(context);
  return answer;
}

function notify(context: UserContext): void {
  context.notifyMailSoon();
  context.notifyScans();
}

async function openAccount(
  context: UserContext,
  tx: Executor,
  id: string,
  { email = null, ...person }: Omit<NewPerson, 'email'> & { email?: string | null | undefined },
): Promise<void> {
  if (email !== null) await requireFreeEmail(tx, email);
  const input = { ...person, email };
  const row = { ...newUser(input, 'applicant', NO_PASSWORD, context.clock()), id };
  await insertUser(tx, row);
  await audit(tx, context, 'accounts.register', 'user', id, {
    after: { ...input, role: 'applicant', is_active: true },
  });
}

async function lockPerson(tx: Executor, id: string) {
  const user = await lockUser(tx, id);
  if (user?.role !== 'applicant') throw invalid({ applicant_id: ON_BEHALF.applicant });
  return { applicant: user, hasPassword: user.password_hash !== NO_PASSWORD };
}

type Typing = { ownerId: string; region: string; receivedAt: Date };

/** Of a program that runs and stays. */
async function keepProgramFacts(tx: Executor, programId: string, ownerId: string) {
  await store.keepProgram(tx, programId);
  await store.requireRunning(tx, programId);
  const program = await store.findProgramFacts(tx, programId, ownerId);
  if (!program) throw invalid({ program_id: PROPOSAL_RULES.programGone });
  return program;
}

/** That it came in time, and that there is still time to enter it. */
async function requireTyping(
  context: UserContext,
  tx: Executor,
  programId: string,
  { ownerId, region, receivedAt }: Typing,
): Promise<store.ProgramFacts> {
  const program = await keepProgramFacts(tx, programId, ownerId);
  const over = await whyOver(context, tx, program, region);
  if (over) throw over;
  requireInTime(context, program, receivedAt);
  return program;
}

async function whyOver(
  { clock }: UserContext,
  tx: Executor,
  program: store.ProgramFacts,
  region: string,
): Promise<Problem | undefined> {
  if (clock() > paperUntil(ownDeadline(program)))
    return new Problem('deadline_passed', ON_BEHALF.over);
  return (await wasOpenedOn(tx, program.id, region))
    ? new Problem('in_round', ON_BEHALF.inRound)
    : undefined;
}

function requireInTime({ clock }: UserContext, program: store.ProgramFacts, receivedAt: Date) {
  if (receivedAt > clock()) throw invalid({ received_at: ON_BEHALF.future });
  if (program.opens_at && receivedAt < program.opens_at)
    throw invalid({ received_at: ON_BEHALF.tooEarly });
  if (receivedAt > ownDeadline(program)) throw invalid({ received_at: ON_BEHALF.tooLate });
}

/** Fields of the account, which its owner has not claimed yet. */
const PERSON = [
  ...(['first_name', 'last_name', 'phone_number', 'region'] as const),
  ...(['city', 'digital_address'] as const),
];

/**
 * Corrects what was entered, and gives it a new receipt. Once the time to enter it is over, only what
 * a request asks of an applicant without an address, whose receipt comes with the answer.
 */
export async function correctOnBehalf(
  context: UserContext,
  id: string,
  fields: unknown,
  uploads: Uploads,
): Promise<VersionedProposal> {
  const { reason, received_at, answers, ...sent } = parse(correctOnBehalfForm, fields ?? {});
  const found = await requireProposal(context.db.read, 'all', id);
  const texts = await prepareChanges(context, businessOf(sent));
  const inspected = await inspectDocuments(context, uploads);
  const words = await wordsFor(context, id, inspected);
  const documents = acceptDocuments(context, inspected, found.user_id, words);
  const person = Object.fromEntries(
    PERSON.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])),
  );
  const correction = { texts, answers, person, documents, received_at, reason };
  const { row, unused } = await storeWith(context, documents, () =>
    context.db.write((tx) => writeCorrection(context, tx, found, correction)),
  );
  notify(context);
  await deleteFiles(context, unused);
  return presentVersioned(row, context);
}

type Correction = Pick<CorrectOnBehalf, 'answers' | 'received_at' | 'reason'> & {
  texts: Awaited<ReturnType<typeof prepareChanges>>;
  person: Partial<Record<(typeof PERSON)[number], string>>;
  documents: CheckedDocument[];
};

async function writeCorrection(
  context: UserContext,
  tx: Executor,
  { id, program_id, user_id }: store.ProposalRow,
  { texts, answers, person, documents, received_at, reason }: Correction,
): Promise<{ row: store.ProposalRow; unused: string[] }> {
  const program = await keepProgramFacts(tx, program_id, user_id);
  const { applicant } = await lockPerson(tx, user_id);
  const old = await lockProposal(context, tx, 'all', id);
  requireOwnedStill(old, user_id);
  const { over, request } = await requireCorrectable(context, tx, old, program);
  const receivedAt = received_at ?? old.received_at;
  const { rich_text_mark, ...changed } = texts;
  const differing = changesIn(old, changed);
  const sentFiles = documents.filter(({ kind }) => kind !== 'evidence');
  const { answers: edited, sentAnswers } = await findEdited(tx, old, answers, sentFiles);
  if (over) {
    const others = { ...changesIn(applicant, person), ...changesIn(old, { received_at }) };
    const isOther = ({ kind, sha256 }: CheckedDocument) => sha256 !== digestIn(old, kind);
    await requireRequested(tx, old, request!, {
      ...{ changes: { ...differing, ...others }, sentAnswers },
      documents: documents.filter(isOther),
    });
  } else {
    requireInTime(context, program, receivedAt);
    await correctPerson(context, tx, applicant, person, program);
  }
  const kept = filesIn(edited ?? old.answers);
  const removed = old.files.filter(({ kind }) => kept[kind] === undefined);
  const next = { ...old, ...differing, ...(edited && { answers: edited }) };
  const now = context.clock();
  const stamps = over
    ? {}
    : await renewStamps(context, tx, {
        ...{ row: next, documents: digestsOf(next, sentFiles), applicant },
        typed: { receivedAt, typedAt: now },
      });
  const saved = { ...next, ...stamps };
  await store.changeProposal(tx, id, {
    ...differing,
    ...(rich_text_mark && { rich_text_mark }),
    ...stamps,
    ...{ updated_at: now, version: old.version + 1, search_text: searchTextOf(saved) },
  });
  await replaceDocuments(tx, id, documents, removed);
  if (edited) await replaceAnswers(tx, id, edited);
  const row = await requireProposal(tx, 'all', id);
  await audit(tx, context, 'proposals.onBehalf', 'proposal', id, {
    before: { ...describeProposal(old), received_at: old.received_at },
    after: { ...describeProposal(row), received_at: receivedAt, reason, corrected: true },
  });
  await raiseVersion(tx, 'proposals');
  await keepVersions(context, tx, row, request);
  const replaced = [...documents, ...removed].flatMap(({ kind }) => keyIn(old, kind) ?? []);
  return { row, unused: await withoutVersions(tx, id, replaced) };
}

const digestIn = (row: store.ProposalRow, kind: string) =>
  kind === 'evidence' ? row.evidence_sha256 : storedOf(row, kind)?.sha256;
const keyIn = (row: store.ProposalRow, kind: string) =>
  kind === 'evidence' ? row.evidence_key : storedOf(row, kind)?.key;

/** What a new receipt changes in the proposal. */
async function renewStamps(
  context: UserContext,
  tx: Executor,
  edited: Parameters<typeof issueForEdit>[2] & { typed: { receivedAt: Date; typedAt: Date } },
) {
  const { number } = await issueForEdit(context, tx, edited);
  const { receivedAt, typedAt } = edited.typed;
  return {
    ...{ receipt_number: number, received_at: receivedAt, created_at: receivedAt },
    completed_at: typedAt,
  };
}

const businessOf = ({
  business_name,
  business_location,
  business_website,
  business_description,
}: Omit<CorrectOnBehalf, 'reason'>) =>
  Object.fromEntries(
    Object.entries({
      ...{ business_name, business_location, business_website, business_description },
    }).filter(([, value]) => value !== undefined),
  );

/** Whether the time to enter it is over, and the request, without which nothing is corrected then. */
async function requireCorrectable(
  context: UserContext,
  tx: Executor,
  row: store.ProposalRow,
  program: store.ProgramFacts,
): Promise<{ over: boolean; request: RequestRow | undefined }> {
  if (!row.on_behalf) throw new Problem('not_found', PROPOSAL.notFound);
  refuseWithdrawn(row);
  if (row.decision !== 'undecided') throw new Problem('decided', REQUEST.decided);
  const request = await findReopening(tx, row.id, context.receivedAt);
  const over = await whyOver(context, tx, program, row.region);
  if (over && (!request || row.email !== null)) throw over;
  requireVersion(context, versionFor(context, row), SHARED_RULES.changedMeanwhile);
  return { over: over !== undefined, request };
}

async function correctPerson(
  context: UserContext,
  tx: Executor,
  user: UserRow,
  sent: Correction['person'],
  program: store.ProgramFacts,
): Promise<void> {
  if (user.password_hash !== NO_PASSWORD) return;
  const changes = changesIn(user, sent);
  if (Object.keys(changes).length === 0) return;
  // No round on that region would have it any more.
  const over = changes.region && (await whyOver(context, tx, program, changes.region));
  if (over) throw over;
  await saveFields(context, tx, user, changes);
}

export const EVIDENCE_KINDS = [...DOCUMENT_KINDS, 'evidence'] as const;
