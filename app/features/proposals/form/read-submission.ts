import type { Digest, Draft, DraftDocument } from '#domain/drafts/schema.ts';
import { SEVERAL_FIELDS } from '#domain/problem.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_LABELS,
  isDocumentKind,
  type DocumentKind,
} from '#domain/proposals/rules.ts';
import type { SentFiles } from '#domain/questions/answers.ts';
import { ANSWER_RULES, answerField, isFile } from '#domain/questions/rules.ts';
import type { Question } from '#domain/questions/schema.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { isWebAddress, withScheme, WRONG_WEBSITE } from '#domain/web-address.ts';
import { digestOf } from '#app/uploads/digest.ts';
import type { SaveState } from '#app/editing/draft-notice.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import type { DocumentState } from '#app/uploads/document-upload.ts';
import type { FileState } from '#app/uploads/use-document-uploads.ts';
import { refuseDocument as refuseFile } from './check-document.ts';
import type { PickedDocument, PickedDocuments } from './document-field.tsx';
import { missingDocument } from '../labels.ts';
import { describeSaved } from './saved-label.ts';
import { describeHalf, submitLabels } from './labels.ts';

/** A document as shown to the applicant: chosen in this form, or uploaded before. */
export type ShownDocument = {
  name: string;
  size: number;
  /** Once the server has counted them. */
  pages?: number | null;
  /** Set if it was chosen in this form. */
  file?: File;
  /** Made on this device, and not sent yet. */
  isHeld?: boolean;
  /** Just chosen: it is not known yet whether it can be a PDF. */
  isUnchecked?: boolean;
  /** The state of its upload; missing if it is uploaded on Submit. */
  state?: DocumentState;
  /** What the server has, if it was not chosen in this form. */
  stored?: DraftDocument;
  /** Half of it was sent from another browser: here it starts from the beginning. */
  isElsewhere?: boolean;
  refusal: string | undefined;
};
/** By key: kinds, and questions that take a file. */
export type Documents = Partial<Record<string, ShownDocument>>;
type States = Partial<Record<string, FileState>>;

/** A file chosen in this form takes precedence over the draft's document. */
export function readDocuments(
  picked: PickedDocuments,
  states: States,
  draft: Draft | null,
  replaced: Partial<Record<string, boolean>>,
  keys: readonly string[] = DOCUMENT_KINDS,
  knows: (kind: string, stored: DraftDocument) => boolean = () => true,
): Documents {
  const shown = (kind: string): ShownDocument | undefined => {
    const [chosen, stored, state] = [picked[kind], draft?.documents[kind], states[kind]];
    if (chosen) return ofFile(chosen, state?.file === chosen.file ? state : undefined, stored);
    if (!stored || replaced[kind]) return undefined;
    return {
      name: stored.name,
      size: stored.size,
      pages: stored.pages,
      stored,
      isElsewhere: stored.state === 'uploading' && !knows(kind, stored),
      refusal: refusalOf(stored),
    };
  };
  return Object.fromEntries(
    keys.flatMap((key) => {
      const document = shown(key);
      return document ? [[key, document] as const] : [];
    }),
  );
}

const ofFile = (
  { file, refusal, isChecked, isHeld = false }: PickedDocument,
  state: DocumentState | undefined,
  stored: DraftDocument | null | undefined,
): ShownDocument => ({
  name: file.name,
  size: file.size,
  file,
  isUnchecked: !isChecked,
  isHeld,
  pages: state?.phase === 'ready' && stored?.name === file.name ? stored.pages : null,
  refusal: state?.phase === 'refused' ? state.message : refusal,
  ...(state && { state }),
});

const refusalOf = ({ state, message }: DraftDocument): string | undefined =>
  state === 'refused' ? (message ?? undefined) : undefined;

/**
 * What prevents answers and documents from being submitted, with a sentence for each; null if
 * nothing does. `wrongAnswers`: to the program's own questions. The server's schema decides; it is
 * larger than this whole form.
 */
export function refuseSubmission(
  values: FormValues,
  documents: Documents,
  wrongAnswers: Record<string, string> = {},
): FormProblem | null {
  const refused = DOCUMENT_KINDS.flatMap((kind) => {
    const refusal = refuseDocument(kind, documents[kind]);
    return refusal ? [[kind, refusal] as const] : [];
  });
  const fields = { ...refuseFields(values), ...Object.fromEntries(refused), ...wrongAnswers };
  const problem = problemOf(fields);
  const isMissing = DOCUMENT_KINDS.some((kind) => !documents[kind]);
  return problem && isMissing ? { ...problem, message: PROPOSAL.missingFiles } : problem;
}

/** The same, with what the server did not save: it would not submit it either. */
export function withUnsaved(problem: FormProblem | null, save: SaveState): FormProblem | null {
  if (save.kind !== 'refused') return problem;
  const { field = 'business_description', message } = save;
  const unsaved = { [field]: describeSaved(save, 0) };
  if (!problem) return { message, fields: unsaved };
  return { ...problem, fields: { ...unsaved, ...problem.fields } };
}

/** Checks files that were chosen only a moment ago; null if each of them can be a PDF. */
export async function refuseUnchecked(documents: Documents) {
  const refused: Record<string, string> = {};
  for (const [key, document] of Object.entries(documents)) {
    const { file, isUnchecked } = document ?? {};
    const refusal = file && isUnchecked ? await refuseFile(file) : undefined;
    if (refusal) refused[isDocumentKind(key) ? key : answerField(key)] = refusal;
  }
  return problemOf(refused);
}

function problemOf(fields: Record<string, string>) {
  const [first, ...others] = Object.values(fields);
  if (first === undefined) return null;
  return { message: others.length > 0 ? SEVERAL_FIELDS : first, fields };
}

const REQUIRED = {
  business_name: 'Enter the business name.',
  business_location: 'Enter the business location.',
};

/** Uses the sentences of the API's schema. */
export function refuseFields(values: FormValues): Record<string, string> {
  const missing = Object.entries(REQUIRED).filter(([name]) => !values[name]?.trim());
  const website = withScheme(values['business_website']?.trim() ?? '');
  const isWrong = website !== '' && !isWebAddress(website);
  return { ...Object.fromEntries(missing), ...(isWrong && { business_website: WRONG_WEBSITE }) };
}

function refuseDocument(kind: DocumentKind, document: ShownDocument | undefined) {
  if (document?.refusal) return document.refusal;
  if (document?.stored?.state === 'checking') return submitLabels.checkingStill;
  const isHalf = document?.stored?.state === 'uploading';
  return !document || isHalf ? missingDocument(DOCUMENT_LABELS[kind]) : undefined;
}

type Announced = Record<DocumentKind, Digest> & Record<string, Digest>;

/** Files that answer questions, as far as they can be submitted. */
export const readFiles = (questions: readonly Question[], documents: Documents): SentFiles =>
  Object.fromEntries(
    questions
      .filter(({ kind }) => isFile(kind))
      .flatMap(({ id }) => {
        const document = documents[id];
        return document ? [[id, readFile(document)] as const] : [];
      }),
  );

function readFile(document: ShownDocument): SentFiles[string] {
  const { name, size, pages = null, stored, refusal } = document;
  if (refusal) return { wrong: refusal };
  if (stored?.state === 'checking') return { wrong: submitLabels.checkingStill };
  if (stored?.state === 'uploading') return { wrong: ANSWER_RULES.file };
  return { name, size, sha256: '', pages };
}

/**
 * What `submit` announces. One file at a time, because a phone holds a whole file in memory to
 * digest it.
 */
export async function digestDocuments(documents: Documents) {
  const digests: Partial<Record<string, Digest>> = {};
  for (const [key, document] of Object.entries(documents)) {
    const { file, stored, size, name } = document!;
    const sha256 = file ? await digestOf(file) : stored?.sha256;
    if (sha256) digests[key] = { size, sha256, name };
  }
  return digests as Announced;
}

/** It is on the server, and checked. */
export const isReady = ({ file, state, stored }: ShownDocument): boolean =>
  (file ? state?.phase : stored?.state) === 'ready';

/** The current state of a document, in one sentence. */
export function describeDocument({ file, state, stored, refusal }: ShownDocument): string {
  if (refusal) return refusal;
  if (!file) return stored ? describeStored(stored) : '';
  if (!state) return `${submitLabels.later}.`;
  if (state.phase === 'ready') return `${submitLabels.ready}.`;
  return state.phase === 'checking' ? `${submitLabels.checking}.` : `${submitLabels.onItsWay}.`;
}

function describeStored({ state, received, size }: NonNullable<ShownDocument['stored']>): string {
  if (state === 'ready') return `${submitLabels.ready}.`;
  return state === 'uploading' ? describeHalf(received, size) : `${submitLabels.checking}.`;
}
