/**
 * The tables as Kysely sees them, the same on both engines: the columns that `npm run tables` reads
 * from a migrated database, and below what SQL cannot say of them: enums, and the shapes of JSON.
 */
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { JudgeState, Role } from '#domain/accounts/rules.ts';
import type { ConflictKind, ConflictState } from '#domain/judging/conflict-rules.ts';
import type { EntryState, Outcome, ReviewState, VersionResult } from '#domain/judging/rules.ts';
import type { LabelColour } from '#domain/labels/rules.ts';
import type { MailingState, TemplateKind } from '#domain/mailings/rules.ts';
import type { PostCategory } from '#domain/posts/rules.ts';
import type { Announces } from '#domain/programs/rules.ts';
import type { Decision, Standing } from '#domain/proposals/decision-rules.ts';
import type { DocumentMarker, FundingStage } from '#domain/proposals/rules.ts';
import type { RequestState, VersionReason } from '#domain/proposals/requests.ts';
import type { QuestionKind } from '#domain/questions/rules.ts';
import type { Question } from '#domain/questions/schema.ts';
import type { ReceiptState } from '#domain/receipts/rules.ts';
import type * as round from '#domain/rounds/schema.ts';
import type { Minutes, Session } from '#domain/rounds/slot-rules.ts';
import type { Sector } from '#domain/sectors.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import type { FieldChange } from './changes.ts';
import type { Columns, Json } from './tables.generated.ts';

/** A part of a document in the file store; `size` in bytes, `sha256` in hex. */
export type StoredPart = { key: string; size: number; sha256: string };

/** As judges of a blind round read a proposal when somebody left it; answers by question. */
export type CoveredTexts = { description: string; answers: Record<string, string> };

/** What the record would lose with the proposals of a season. */
export type KeptRecord = {
  conflicts: Record<'found' | 'declared' | 'recorded' | 'cleared', number>;
  selected: { business_name: string; location: string; region: string; key: string }[];
};

/** By region: how many proposals were received, and how many of them were entered on behalf. */
export type KeptReceived = Record<'received' | 'typed', Record<string, number>>;

type CodePurpose = 'login' | 'reset' | 'email';

type Refined = {
  announcements: { decision: Decision; funding_stage: FundingStage };
  answers: { kind: QuestionKind };
  archive_parts: { proposals: [id: string, number: string | null][] };
  audit_log: { changes: FieldChange[] };
  browser_codes: { purpose: CodePurpose };
  change_requests: { state: RequestState };
  codes: { purpose: CodePurpose };
  conflicts: {
    origin: 'found' | 'declared' | 'recorded';
    kind: ConflictKind;
    state: ConflictState;
  };
  documents: { markers: DocumentMarker[] };
  draft_documents: {
    state: 'uploading' | 'checking' | 'ready' | 'refused';
    markers: DocumentMarker[];
    parts: StoredPart[];
  };
  entries: {
    state: EntryState;
    outcome: Outcome;
    funding_stage: FundingStage;
    covered: CoveredTexts;
  };
  factor_challenges: { purpose: 'login' | 'passkey' | 'totp' | 'renewal' };
  images: { widths: number[]; cards: number[] };
  judge_reviews: {
    state: ReviewState;
    state_before: ReviewState;
    scores: Record<string, number>;
  };
  judges: { state: JudgeState; organisations: string[]; people: string[] };
  labels: { colour: LabelColour };
  mail_templates: { kind: TemplateKind };
  mailing_people: { state: 'sent' | 'failed' | 'stopped' };
  mailings: { state: MailingState };
  mails: { state: 'queued' | 'sent' | 'failed' };
  messages: { side: MessageSide };
  posts: { category: PostCategory };
  programs: { sector: Sector; announces: Announces; received: KeptReceived };
  proposal_versions: { because: VersionReason; rich_text_mark: Given<string> };
  proposals: {
    business_sector: Sector;
    funding_stage: FundingStage;
    decision: Standing;
    announced_decision: Standing;
    announced_stage: FundingStage;
    undo_decision: Decision;
    undo_stage: FundingStage;
    withdrawn_by: 'applicant' | 'firm';
    applicant_first_name: Given<string>;
    applicant_last_name: Given<string>;
    applicant_text: Given<string>;
    received_at: Given<Date>;
    completed_at: Given<Date>;
  };
  questions: { definition: Omit<Question, 'id' | 'is_retired'> };
  receipts: { state: ReceiptState };
  review_versions: {
    source: 'screen' | 'phone' | 'sheet';
    state: ReviewState;
    content: Record<string, unknown>;
    result: VersionResult;
  };
  rounds: {
    kind: round.RoundKind;
    minutes: Minutes;
    sessions: Session[];
    state: round.RoundState;
    comments: 'required' | 'optional';
    near_ties: 'reason' | 'lot';
    regions: string[];
    criteria: round.Criterion[];
    changes: round.PublicChange[];
    reopened: round.Reopening[];
    corrections: round.Correction[];
    kept: KeptRecord;
  };
  second_factors: { kind: 'passkey' | 'totp' };
  sessions: { id: Given<string> };
  users: { role: Role };
};

/** Never null and never left out, although the schema allows it. */
type Given<T> = { given: T };

/**
 * A column stays nullable, and may be left out of an insert, as the schema says. JSON is written as
 * text.
 */
type Refine<Column, T> = [T] extends [Given<infer Value>]
  ? Value
  : Column extends null
    ? null
    : Column extends Json
      ? ColumnType<T, string, string>
      : Column extends ColumnType<unknown, unknown, unknown>
        ? Generated<T>
        : T;

type NamesIn<T> = { [N in keyof T & string]: `${N}.${keyof T[N] & string}` }[keyof T & string];

/** Does not compile where a column is refined that no table has. */
type Merged<_None extends never> = {
  [T in keyof Columns]: T extends keyof Refined
    ? {
        [C in keyof Columns[T]]: C extends keyof Refined[T]
          ? Refine<Columns[T][C], Refined[T][C]>
          : Columns[T][C];
      }
    : Columns[T];
};
export type Tables = Merged<Exclude<NamesIn<Refined>, NamesIn<Columns>>>;

export type TableName = keyof Tables;
/** As it is read. */
export type Row<T extends TableName> = Selectable<Tables[T]>;
/** As it is inserted; what has a default, or may be null, may be left out. */
export type NewRow<T extends TableName> = Insertable<Tables[T]>;
export type RowChanges<T extends TableName> = Updateable<Tables[T]>;
