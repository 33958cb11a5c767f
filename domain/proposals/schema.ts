import * as z from 'zod/mini';
import { ARCHIVES, DAY_MS, LENGTHS } from '../constants.ts';
import { readDay, readInstant } from '../dates.ts';
import { label, labelIds, labelList } from '../labels/schema.ts';
import { member, roleIn } from '../members/schema.ts';
import { mailText } from '../mails/text-schema.ts';
import { asLink, filter, listQuery, sortBy } from '../paging.ts';
import { visibleOf } from '../plain-text.ts';
import { sector } from '../programs/schema.ts';
import { ANSWER_RULES, QUESTIONS } from '../questions/rules.ts';
import { answer, answersInput } from '../questions/schema.ts';
import { REGIONS } from '../regions.ts';
import {
  booleanText,
  optionalWebsite,
  readText,
  requiredLines,
  requiredText,
  richText,
  UUID,
} from '../text.ts';
import { contradicts, DECISIONS, STANDINGS } from './decision-rules.ts';
import { ARCHIVE_RULES, PROPOSAL, PROPOSAL_RULES, REVIEW_RULES } from './messages.ts';
import {
  REQUEST,
  REQUEST_FIELDS,
  REQUEST_LIMITS,
  REQUEST_STATES,
  VERSION_REASONS,
} from './requests.ts';
import { DOCUMENT_MARKERS, DOCUMENT_SCANS, FUNDING_STAGES, PROPOSAL_SORTS } from './rules.ts';
import { TIMELINE_EVENTS } from './timeline.ts';
import { withdrawal } from './withdrawals.ts';

const business = {
  business_name: requiredText('the business name', LENGTHS.title),
  business_location: requiredText('the business location', LENGTHS.place),
  business_website: optionalWebsite('the website', LENGTHS.website),
  business_description: richText('the business description', LENGTHS.richText),
};

const UUID_OR_ME = new RegExp(`^me$|${UUID.source}`);

/**
 * The text part of a submission; the server sets sector and stage, and the two PDFs are sent beside
 * it.
 */
export const submitProposalInput = z.object({
  program_id: z
    .string({ error: PROPOSAL.missingFiles })
    .check(
      z.trim(),
      z.minLength(1, PROPOSAL.missingFiles),
      z.regex(UUID, PROPOSAL_RULES.programGone),
    ),
  ...business,
  business_website: z.prefault(business.business_website, ''),
  business_description: z.prefault(business.business_description, ''),
});

/** With answers to the program's own questions. */
export const submitProposalForm = z.extend(submitProposalInput, { answers: answersInput });

/** What the owner may change. Fields that are not sent stay. */
export const updateProposalInput = z.partial(z.object(business));

/** With answers, merged by question. */
export const updateProposalForm = z.extend(updateProposalInput, { answers: answersInput });

const stageText = z
  .string({ error: PROPOSAL_RULES.stage })
  .check(z.overwrite((value) => value.trim().toUpperCase().replaceAll(' ', '_')));
const fundingStage = z.pipe(stageText, z.enum(FUNDING_STAGES, { error: PROPOSAL_RULES.stage }));

const isApproved = booleanText('the proposal is approved');
const isFlagged = booleanText('the proposal is flagged');
const decision = z.enum(DECISIONS, { error: REVIEW_RULES.decision });
const assignee = z.string({ error: REVIEW_RULES.assignee });

/** A blank text counts as not sent: the form sends one with every decision. */
const blankAsMissing = <T extends z.ZodMiniType<string, string>>(text: T) =>
  z.pipe(
    z.transform((value) =>
      value === null || (typeof value === 'string' && visibleOf(value) === '') ? undefined : value,
    ),
    z.optional(text),
  );

const declineReason = blankAsMissing(
  requiredLines('the reason', LENGTHS.reason, REVIEW_RULES.reasonMissing).check(
    z.minLength(LENGTHS.reasonMinimum, REVIEW_RULES.reasonShort),
  ),
);

/** `me` is the caller; null, empty and `nobody` mean: unassigned, as in the filters. */
const assignedTo = z.pipe(
  z.transform((value) => (value === '' || value === 'nobody' ? null : value)),
  z.optional(z.nullable(assignee.check(z.regex(UUID_OR_ME, REVIEW_RULES.assigneeGone)))),
);

/** What an admin may change; fields that are not sent stay. */
export const reviewFields = z.object({
  funding_stage: z.optional(fundingStage),
  is_approved: z.optional(isApproved),
  decision: z.optional(decision),
  decline_reason: declineReason,
  assigned_to: assignedTo,
  flagged: z.optional(isFlagged),
  /** The admin's own text in the mail about an approval or a correction. */
  mail_text: blankAsMissing(mailText),
});

/** Rules across fields: declining needs a reason, and two fields must not contradict each other. */
export const agreeing = [
  z.refine<DecisionFields>(
    (asked) => asked.decision !== 'declined' || asked.decline_reason !== undefined,
    { error: REVIEW_RULES.reasonMissing, path: ['decline_reason'] },
  ),
  z.refine<DecisionFields>((asked) => !contradicts(asked), {
    error: REVIEW_RULES.contradiction,
    path: ['is_approved'],
  }),
];
type DecisionFields = Pick<
  z.output<typeof reviewFields>,
  'decision' | 'is_approved' | 'decline_reason'
>;

export const reviewProposalInput = z
  .extend(reviewFields, {
    labels: z.optional(labelIds),
    /** Public: why released results are corrected. */
    correction_reason: blankAsMissing(
      requiredLines('the reason', LENGTHS.reason, REVIEW_RULES.correctionReason).check(
        z.minLength(LENGTHS.reasonMinimum, REVIEW_RULES.correctionReason),
      ),
    ),
  })
  .check(...agreeing);

const ownFilters = z.object({
  has_unread_messages: filter(booleanText('there are unread messages')),
  has_open_request: filter(booleanText('a request for changes is open')),
  q: listQuery.shape.q,
  program_id: filter(z.string().check(z.regex(UUID, PROPOSAL_RULES.programGone))),
  sector: filter(sector),
  region: filter(z.enum(REGIONS, { error: 'Select a region.' })),
  funding_stage: filter(fundingStage),
  is_approved: filter(isApproved),
  sort: sortBy(PROPOSAL_SORTS, '-created_at'),
});

/**
 * A day or an instant, moved by these milliseconds: the end of a period is the first moment after
 * it.
 */
const moment = (moveDayMs: number, moveInstantMs: number) =>
  readText((text) => {
    const [day, instant] = [readDay(text), readInstant(text)];
    if (day) return new Date(day.getTime() + moveDayMs);
    return instant && new Date(instant.getTime() + moveInstantMs);
  }, REVIEW_RULES.day);

const byPerson = filter(
  assignee.check(
    z.refine((value) => value === 'me' || UUID.test(value), { error: REVIEW_RULES.assignee }),
  ),
);

/** Filters for admins; `me` is the caller. */
export const proposalFilters = z.extend(ownFilters, {
  /** Also `answer.{question_id}`, of a number or a date. */
  sort: sortBy(PROPOSAL_SORTS, '-created_at', /^-?answer\.[^.]+$/),
  decision: filter(z.enum(STANDINGS, { error: REVIEW_RULES.standing })),
  assigned_to: filter(
    assignee.check(
      z.refine((value) => value === 'me' || value === 'nobody' || UUID.test(value), {
        error: REVIEW_RULES.assignee,
      }),
    ),
  ),
  decided_by: byPerson,
  /** As `answer.{question_id}`: an option, or true and false. */
  answer: z.optional(z.record(z.string(), z.string({ error: ANSWER_RULES.filterOption }))),
  applicant_id: filter(z.string().check(z.regex(UUID, REVIEW_RULES.applicant))),
  flagged: filter(isFlagged),
  /** Whether the firm typed it in. */
  on_behalf: filter(booleanText('it was entered on behalf of the applicant')),
  /** Whether its applicant has an address. */
  has_email: filter(booleanText('the applicant has an email address')),
  /** Several, separated by commas: any of them. */
  label: filter(labelList),
  unread: filter(booleanText('the proposal is unread')),
  changed_since_read: filter(booleanText('the proposal was changed since')),
  /** Whether its applicant does not know yet what was decided. */
  unannounced: filter(booleanText('it is not announced')),
  /** Whether its program has another one with the same document, name or phone. */
  possible_duplicate: filter(booleanText('it may be a duplicate')),
  /** Whether its applicant has another one in its program. */
  one_of_several: filter(booleanText('it is one of several')),
  /** From the first moment of this day in Accra. */
  received_from: filter(moment(0, 0)),
  /** Up to the last moment of this day. */
  received_to: filter(moment(DAY_MS, 1)),
});

/** For applicants: their own proposals, without internal fields. */
export const listProposalsQuery = z.extend(listQuery, ownFilters.shape);
export const listAllProposalsQuery = z.extend(listQuery, proposalFilters.shape);

/** One proposal for an admin; with `peek` it is prefetched and not marked as read. */
export const anyProposalQuery = z.object({
  peek: filter(booleanText('the proposal is only fetched ahead')),
});

const document = z.object({
  key: z.string(),
  file_name: z.string(),
  size: z.number(),
  pages: z.nullable(z.number()),
  /** What the file contains besides pages; for admins only. */
  markers: z.optional(z.array(z.enum(DOCUMENT_MARKERS))),
  /** Why nobody can download it now; omitted if it can be downloaded. */
  scan: z.optional(z.enum(DOCUMENT_SCANS)),
});

const judgedIn = z.object({ id: z.string(), name: z.string(), is_released: z.boolean() });

export const proposal = z.object({
  id: z.string(),
  program: z.object({ id: z.string(), title: z.string(), deadline_date: z.string() }),
  program_id: z.string(),
  business_name: z.string(),
  business_description: z.string(),
  business_website: z.nullable(z.string()),
  business_location: z.string(),
  business_sector: z.string(),
  funding_stage: z.enum(FUNDING_STAGES),
  is_approved: z.boolean(),
  decision: z.enum(DECISIONS),
  /** Shown to the applicant; null unless declined. */
  decline_reason: z.nullable(z.string()),
  region: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The moment that was compared with the deadline. */
  received_at: z.string(),
  /** When the last byte had arrived. */
  completed_at: z.string(),
  /** Null if the proposal predates receipts. */
  receipt_number: z.nullable(z.string()),
  /** Why the owner may no longer edit or delete; null while they may. */
  locked: z.nullable(z.enum(['withdrawn', 'proposal_approved', 'deadline_passed'])),
  withdrawal: z.nullable(withdrawal),
  /**
   * How long its withdrawal can be undone, for admins also a decision or stage; 0: nothing waits
   * for a moment.
   */
  undo_seconds: z.optional(z.number()),
  /** Until when its applicant has more time than the program's deadline; null if they have not. */
  extended_until: z.nullable(z.string()),
  applicant: z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    /** Null: the person has none. */
    email: z.optional(z.nullable(z.string())),
    phone_number: z.optional(z.string()),
  }),
  /** What the applicant is asked to change now; null if nothing. */
  open_request: z.nullable(z.object({ id: z.string(), due_at: z.string() })),
  /** Messages that the caller's side has not read. */
  unread_messages: z.number(),
  /** For its owner: from when it is deleted, once its season has ended; null if it stays. */
  delete_at: z.optional(z.nullable(z.string())),
  /** To the program's own questions, as they were asked; only of one whose program asks. */
  answers: z.optional(z.array(answer)),
  /** For its owner, while the round is open; only of a single proposal. */
  pitch: z.optional(
    z.nullable(
      z.object({
        round_id: z.string(),
        round_name: z.string(),
        venue: z.nullable(z.string()),
        date: z.nullable(z.string()),
        slot_at: z.nullable(z.string()),
        minutes: z.object({ pitch: z.number(), questions: z.number(), change: z.number() }),
      }),
    ),
  ),
  /** Typed in by the firm: `document_urls` says as `evidence` how it came in. */
  on_behalf: z.boolean(),
  /** By kind; of a single proposal also by the questions that a file answers. */
  document_urls: z.catchall(
    z.object({ pitch_deck: z.string(), financials: z.string() }),
    z.string(),
  ),
  my_role: z.optional(roleIn),
  members: z.optional(z.array(member)),
  documents: z.catchall(z.object({ pitch_deck: document, financials: document }), document),
  // From here on for admins only.
  assigned_to: z.optional(z.nullable(z.string())),
  assigned_to_name: z.optional(z.nullable(z.string())),
  flagged: z.optional(z.boolean()),
  labels: z.optional(z.array(label)),
  decided_at: z.optional(z.nullable(z.string())),
  /** Whether the applicant knows decision, reason and stage. */
  is_announced: z.optional(z.boolean()),
  /** The admin's own text in the mail that is still to go out; only for a single proposal. */
  mail_text: z.optional(z.nullable(z.string())),
  decided_by: z.optional(z.nullable(z.string())),
  decided_by_name: z.optional(z.nullable(z.string())),
  /** By the caller. */
  is_read: z.optional(z.boolean()),
  /** By the applicant, since the caller got it. */
  changed_since_read: z.optional(z.boolean()),
  /** The fields; only for a single proposal. */
  changes_since_read: z.optional(z.array(z.string())),
  /** The mail about the decision or stage came back; null if not. Only for a single proposal. */
  mail_bounced: z.optional(
    z.nullable(
      z.object({ at: z.string(), recipient: z.string(), reason: z.string(), sentence: z.string() }),
    ),
  ),
  rounds: z.optional(z.array(judgedIn)),
  /** Its program has another one with the same document, name or, for admins, phone. */
  possible_duplicate: z.optional(z.boolean()),
  /** How many proposals its applicant has in its program, this one included. */
  of_person: z.optional(z.number()),
  /** Who else is looking at it; only for a single proposal. */
  readers: z.optional(z.array(z.object({ id: z.string(), name: z.string(), at: z.string() }))),
});

/** In a list: without the description, which only a single proposal has: contract §8.1. */
export const listedProposal = z.omit(proposal, {
  business_description: true,
  readers: true,
  rounds: true,
  mail_bounced: true,
  mail_text: true,
  answers: true,
  members: true,
  pitch: true,
  changes_since_read: true,
});

/** A link that works for an hour without a token. */
export const documentLink = z.object({
  presigned_url: z.string(),
  url: z.string(),
  expires_in: z.number(),
});

export type SubmitProposalInput = z.output<typeof submitProposalInput>;
export type UpdateProposalForm = z.output<typeof updateProposalForm>;
export type UpdateProposalInput = z.output<typeof updateProposalInput>;
export type ReviewProposalInput = z.output<typeof reviewProposalInput>;
export type ListProposalsQuery = z.output<typeof listProposalsQuery>;
export type ListAllProposalsQuery = z.output<typeof listAllProposalsQuery>;
export type ProposalFilters = z.output<typeof proposalFilters>;
export type Proposal = z.output<typeof proposal>;
export type ListedProposal = z.output<typeof listedProposal>;
export type DocumentLink = z.output<typeof documentLink>;

const isField = (name: string): boolean =>
  (REQUEST_FIELDS as readonly string[]).includes(name) || UUID.test(name);

export const requestInput = z.object({
  text: requiredLines('what you ask for', REQUEST_LIMITS.textLength),
  /** Of the form, and ids of the program's questions. */
  fields: z.pipe(
    z
      .array(z.string({ error: REQUEST.unknown }).check(z.refine(isField, REQUEST.unknown)), {
        error: REQUEST.fields,
      })
      .check(
        z.minLength(1, REQUEST.fields),
        z.maxLength(REQUEST_FIELDS.length + QUESTIONS.perProgram, REQUEST.unknown),
      ),
    z.transform((names: string[]) => [...new Set(names)]),
  ),
  due_at: readText(readInstant, REQUEST.due),
});

export const changeRequest = z.object({
  id: z.string(),
  text: z.string(),
  fields: z.array(z.string()),
  due_at: z.string(),
  state: z.enum(REQUEST_STATES),
  created_at: z.string(),
  answered_at: z.nullable(z.string()),
});

export const proposalVersion = z.object({
  version: z.number(),
  at: z.string(),
  because: z.enum(VERSION_REASONS),
  fields: z.object({
    business_name: z.string(),
    business_location: z.string(),
    business_website: z.nullable(z.string()),
    business_description: z.string(),
  }),
  /** Only of one whose program asks. */
  answers: z.optional(z.array(answer)),
  /** Keys, as in a proposal's `document_urls`. */
  documents: z.catchall(z.object({ pitch_deck: z.string(), financials: z.string() }), z.string()),
  /** Null if nobody submitted it: the request was cancelled, or its time was over. */
  receipt_number: z.nullable(z.string()),
});

export const ownDocumentQuery = z.object({
  version: z.optional(
    z.pipe(
      z.string(),
      z.transform((text: string) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0)),
    ),
  ),
});

export type RequestInput = z.output<typeof requestInput>;
export type ChangeRequest = z.output<typeof changeRequest>;
export type ProposalVersion = z.output<typeof proposalVersion>;

export const timelineEvent = z.object({
  at: z.string(),
  event: z.enum(TIMELINE_EVENTS),
  sentence: z.string(),
  /** Who did it; null if nobody did. For admins only. */
  actor: z.optional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
});

export type TimelineEvent = z.output<typeof timelineEvent>;
export type TimelineEventName = TimelineEvent['event'];

/** What a proposal has in common with another one. */

const SIMILAR_REASONS = ['same_document', 'same_phone', 'similar_name'] as const;

/** Another proposal and one reason for similarity; two reasons make two entries. */
export const similarProposal = z.object({
  id: z.string(),
  business_name: z.string(),
  program_id: z.string(),
  program_title: z.string(),
  applicant: z.object({ id: z.string(), first_name: z.string(), last_name: z.string() }),
  created_at: z.string(),
  reason: z.enum(SIMILAR_REASONS),
  /**
   * Which of this proposal's documents matches which of the other's, each by kind or question; null
   * for other reasons.
   */
  kind: z.nullable(z.string()),
  other_kind: z.nullable(z.string()),
  sentence: z.string(),
});

export type SimilarProposal = z.output<typeof similarProposal>;

/** Comma-separated ids; duplicates count once. */
const chosenIds = z.pipe(
  z.pipe(
    z.string({ error: ARCHIVE_RULES.ids }),
    z.transform((text: string) => [...new Set(text.split(',').map((id) => id.trim()))]),
  ),
  z
    .array(z.string().check(z.regex(UUID, ARCHIVE_RULES.ids)))
    .check(z.maxLength(ARCHIVES.chosen, ARCHIVE_RULES.tooMany)),
);

/** The filters of the list, and single proposals by their ids. */
export const wholeExportQuery = z.extend(z.omit(proposalFilters, { sort: true }), {
  /** An empty list is refused: selecting nothing must not mean everything. */
  ids: z.optional(chosenIds),
  ...asLink,
});

export type WholeExportQuery = z.output<typeof wholeExportQuery>;
