/** The one error shape of the product: the API's answer, and what forms show. */

/** Every error code of the API, with its HTTP status. A new code is a new line here. */
export const PROBLEM_STATUS = {
  unreadable_body: 400,
  bad_credentials: 400,
  bad_code: 400,
  challenge_expired: 400,
  email_taken: 400,
  unknown_checksum: 400,
  not_signed_in: 401,
  forbidden: 403,
  owner_only: 403,
  second_factor_required: 403,
  link_invalid: 403,
  link_expired: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  deadline_passed: 409,
  not_open_yet: 409,
  question_in_use: 409,
  proposal_approved: 409,
  last_admin: 409,
  own_account: 409,
  not_an_admin: 409,
  address_works: 409,
  judge_by_invitation: 409,
  invitation_used: 409,
  invitation_expired: 409,
  already_accepted: 409,
  other_address: 409,
  too_many_members: 409,
  has_draft: 409,
  has_members: 409,
  round_not_draft: 409,
  round_not_open: 409,
  round_sealed: 409,
  round_released: 409,
  round_open: 409,
  round_not_closed: 409,
  round_not_sealed: 409,
  program_open: 409,
  not_settled: 409,
  round_before_not_released: 409,
  regions_overlap: 409,
  plan_changed: 409,
  in_round: 409,
  released: 409,
  editing_open: 409,
  decided: 409,
  withdrawn: 409,
  not_withdrawn: 409,
  request_open: 409,
  request_closed: 409,
  not_requested: 409,
  not_declared: 409,
  not_a_pitch_round: 409,
  everybody_judges: 409,
  sheets_differ: 409,
  review_submitted: 409,
  outcome_missing: 409,
  reason_missing: 409,
  last_factor: 409,
  factor_exists: 409,
  too_many_factors: 409,
  no_second_factor: 409,
  admin_account: 409,
  program_has_proposals: 409,
  program_ended: 409,
  program_not_ended: 409,
  season_deleted: 409,
  announces_at_once: 409,
  has_rounds: 409,
  not_planned: 409,
  unannounced: 409,
  still_editable: 409,
  too_many_proposals: 409,
  too_many_drafts: 409,
  too_many_labels: 409,
  submitting: 409,
  in_progress: 409,
  some_refused: 409,
  undo_over: 409,
  document_checking: 409,
  document_infected: 409,
  documents_differ: 409,
  offset_differs: 409,
  too_many_uploads: 409,
  upload_expired: 410,
  mail_not_failed: 409,
  mail_erased: 409,
  mail_too_late: 409,
  changed_meanwhile: 412,
  unsupported_version: 412,
  too_large: 413,
  wrong_type: 415,
  invalid: 422,
  not_eligible: 422,
  upload_busy: 423,
  idempotency_mismatch: 422,
  too_many_attempts: 429,
  headers_too_large: 431,
  checksum_differs: 460,
  internal: 500,
  unavailable: 503,
  overloaded: 503,
  storage_full: 507,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;
export type FieldProblems = Record<string, string>;
/** `name`: of whom or what it is, as people read it; the ids say where to look. */
export type RefusedRow = {
  id: string;
  reason: string;
  code?: string;
  name?: string;
  until?: string;
  proposal_id?: string | null;
  user_id?: string | null;
};
type ProblemBody = {
  message: string;
  code: ProblemCode;
  fields?: FieldProblems;
  refused?: RefusedRow[];
};

type ProblemExtras = {
  fields?: FieldProblems;
  /** Which of several rows stand in the way, and why. */
  refused?: RefusedRow[];
  /** Replaces the code's own status. */
  status?: number;
  retryAfter?: number;
  cause?: unknown;
};

/**
 * A refusal meant to be read by people. `retryAfter` is in seconds. Anything else that is thrown is
 * a defect, and its details are never shown.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: FieldProblems | undefined;
  readonly refused: RefusedRow[] | undefined;
  readonly retryAfter: number | undefined;
  readonly status: number;

  constructor(code: ProblemCode, message: string, extras: ProblemExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'Problem';
    this.code = code;
    this.fields = extras.fields;
    this.refused = extras.refused;
    this.retryAfter = extras.retryAfter;
    this.status = extras.status ?? PROBLEM_STATUS[code];
  }

  toBody(): ProblemBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.fields && { fields: this.fields }),
      ...(this.refused && { refused: this.refused }),
    };
  }
}

export const SEVERAL_FIELDS = 'Check the marked fields.';

/** Milliseconds by which a clock, or a slow line, may make "now" look past. */
const SLACK_MS = 60_000;

/**
 * Refuses with 422, by field, an instant more than a minute before `now`: what cannot be taken back
 * never happens at once by a slip of the year (contract §3.1). Null is no instant.
 */
export function requireAhead(
  field: string,
  instant: Date | null | undefined,
  now: Date,
  sentence = 'Choose a time in the future.',
): void {
  if (instant && instant.getTime() < now.getTime() - SLACK_MS) throw invalid({ [field]: sentence });
}

/**
 * 422 for one or more fields; the message is the fields' own sentence if they share one, else
 * `several`.
 */
export function invalid(fields: FieldProblems, several = SEVERAL_FIELDS): Problem {
  const sentences = [...new Set(Object.values(fields))];
  const message = sentences.length === 1 ? sentences[0]! : several;
  return new Problem('invalid', message, { fields });
}

export const SHARED_RULES = {
  changedMeanwhile:
    'Somebody else has changed this. Reload to see the latest version, then make your change again.',
  forbidden: 'You are not allowed to do this.',
  tooManyAttempts: 'Too many attempts. Wait a few minutes and try again.',
  idempotencyKey: 'The Idempotency-Key can have at most 200 characters.',
  idempotencyKeyReused: 'This Idempotency-Key was already used with other content.',
  inProgress: 'The same request is still being processed. Try again in a moment.',
} as const;
