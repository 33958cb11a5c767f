import { normalisePhone, tidyDigitalAddress } from '#domain/accounts/rules.ts';
import type { SingleUser } from '#domain/accounts/schema.ts';
import { LENGTHS } from '#domain/constants.ts';
import { formatDateTime } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { isSameValue, valuesOf } from '#domain/questions/answers.ts';
import type { Question, SentAnswers } from '#domain/questions/schema.ts';
import { withScheme } from '#domain/web-address.ts';
import { onlyDifferent, type Difference } from '#app/editing/form/edit-conflict.tsx';
import { hasArrived } from '#app/editing/has-arrived.ts';
import type { FilledProposal } from '#app/features/proposals/form/read-proposal.ts';
import { documentLabels, proposalLabels } from '#app/features/proposals/labels.ts';
import type { QuestionRoom } from '#app/features/questions/question-form.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { summarise } from '#app/ui/summarise.ts';
import { entryLabels } from './labels.ts';

/** `person`: while who corrects it also corrects the account. */
export type Correctable = Proposal & { person?: SingleUser | undefined };

const LABELS: Record<string, string> = {
  first_name: entryLabels.firstName,
  last_name: entryLabels.lastName,
  phone_number: entryLabels.phone,
  region: entryLabels.region,
  city: entryLabels.city,
  digital_address: entryLabels.digitalAddress,
  business_name: proposalLabels.businessName,
  business_location: proposalLabels.location,
  business_website: proposalLabels.website,
  business_description: proposalLabels.description,
  received_at: entryLabels.receivedAt,
};

/** How the server writes them. */
const TIDY: Record<string, (typed: string) => string> = {
  phone_number: normalisePhone,
  digital_address: tidyDigitalAddress,
  business_website: (typed) => typed && withScheme(typed),
};

const SHOWN: Record<string, (text: string) => string> = {
  business_description: (text) => summarise(text, LENGTHS.richText),
  received_at: (text) => (Number.isNaN(Date.parse(text)) ? '' : formatDateTime(text)),
};

/** What is on the form, as far as it is saved as a text; a reason is only for the log. */
const textsIn = ({ fields }: FilledProposal): [name: string, text: string][] =>
  Object.keys(LABELS).flatMap((name) => {
    const typed = fields[name];
    return typed === undefined ? [] : [[name, (TIDY[name]?.(typed) ?? typed).trim()]];
  });

const savedTexts = ({ person, ...proposal }: Correctable) =>
  ({ ...proposal.applicant, ...proposal, ...person }) as unknown as Record<string, string | null>;

const sentAnswers = ({ fields }: FilledProposal): SentAnswers =>
  JSON.parse(fields['answers'] ?? '{}') as SentAnswers;

/** Of what the form has, what reads otherwise in the saved version; a file that was chosen by its size. */
export function compareCorrection(
  theirs: Correctable,
  mine: FilledProposal,
  { questions, room }: { questions: readonly Question[]; room: QuestionRoom | null },
): Difference[] {
  const saved = savedTexts(theirs);
  const sent = sentAnswers(mine);
  const answered = questions.filter(({ id }) => Object.hasOwn(sent, id) && !mine.files[id]);
  const labelOf = (kind: string) =>
    ({ ...documentLabels.kinds, evidence: entryLabels.evidence })[kind] ??
    questions.find(({ id }) => id === kind)?.label ??
    kind;
  return [
    ...onlyDifferent(
      textsIn(mine).map(([name, text]) => {
        const show = SHOWN[name] ?? String;
        return { label: LABELS[name]!, theirs: show(saved[name] ?? ''), mine: show(text) };
      }),
    ),
    ...(room?.compareAnswers(answered, theirs.answers ?? [], mine.fields['answers']) ?? []),
    ...onlyDifferent(
      Object.entries(mine.files).map(([kind, file]) => ({
        label: labelOf(kind),
        theirs: describeFile(theirs.documents[kind]),
        mine: describeFile(file && { file_name: file.name, size: file.size }),
      })),
    ),
  ];
}

const describeFile = (file: { file_name: string; size: number } | undefined): string =>
  file ? `${file.file_name}, ${formatBytes(file.size)}` : '';

/** A correction that arrived although its answer did not: a new file has the size of the sent one. */
export function isCorrectionSaved(
  theirs: Correctable,
  mine: FilledProposal,
  basis: Correctable,
): boolean {
  const stored = valuesOf(theirs.answers ?? []);
  return (
    theirs.updated_at !== basis.updated_at &&
    hasArrived(savedTexts(theirs), Object.fromEntries(textsIn(mine))) &&
    Object.entries(sentAnswers(mine)).every(
      ([id, value]) => mine.files[id] || isSameValue(stored[id] ?? null, value),
    ) &&
    Object.entries(mine.files).every(
      ([kind, file]) =>
        theirs.documents[kind]?.key !== basis.documents[kind]?.key &&
        theirs.documents[kind]?.size === file?.size,
    )
  );
}
