import { Suspense, useState, type ReactNode } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { REGIONS } from '#domain/regions.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { BusinessFields } from '#app/features/proposals/form/business-fields.tsx';
import {
  DocumentField,
  type PickedDocuments,
} from '#app/features/proposals/form/document-field.tsx';
import { submitLabels } from '#app/features/proposals/form/labels.ts';
import {
  filesOf,
  refusedIn,
  type FilledProposal,
} from '#app/features/proposals/form/read-proposal.ts';
import css from '#app/features/proposals/form/proposal-form.module.css';
import { StoredFile } from '#app/features/proposals/form/stored-file.tsx';
import { askedOf } from '#app/features/proposals/requests/asked-of.ts';
import { documentLabels } from '#app/features/proposals/labels.ts';
import { FileContext } from '#app/features/questions/file-context.ts';
import { useQuestionRoom } from '#app/features/questions/use-question-room.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { SelectField, TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { UploadPanel } from '#app/uploads/upload-panel.tsx';
import type { useUpload } from '#app/uploads/use-upload.ts';
import { entryLabels } from './labels.ts';

/** Loaded where a program asks for a file. */
const EditedFile = lazyPart(() => import('#app/features/proposals/form/edited-file.tsx'));

const KINDS = [...DOCUMENT_KINDS, 'evidence'] as const;

type Props = {
  program: Program;
  /** What is corrected; undefined while it is entered. */
  proposal?: Proposal;
  draft: FormDraft;
  /** What a request asks for, where nothing else can be corrected. */
  asked?: readonly string[] | undefined;
  /** The part “Who applies”. */
  person: ReactNode;
  reason: { label: string; hint: string };
  submit: string;
  sending: string;
  cancelPath: string;
  upload: Pick<ReturnType<typeof useUpload>, 'state' | 'stop'>;
  problem: FormProblem | null;
  isBusy: boolean;
  refuse: (problem: FormProblem) => void;
  onValues?: (values: FormValues) => void;
  onSubmit: (filled: FilledProposal) => void;
};

/** Everything that came in on paper: to type it in, and to correct what was typed. */
export function EntryForm({ draft, program, ...rest }: Props) {
  const live = (program.questions ?? []).filter((one) => !one.is_retired);
  const questions = rest.asked ? askedOf(live, rest.asked) : live;
  const { room, isPending, hasFailed, retry } = useQuestionRoom(questions);
  if (hasFailed) return <ErrorState message={submitLabels.questionsFailed} onRetry={retry} />;
  if (isPending) return <Skeleton isForm label={submitLabels.loadingQuestions} />;
  return (
    <>
      <RestoreDraft draft={draft} />
      <Fields
        key={draft.version}
        {...{ draft, program, ...rest }}
        answers={
          room && (
            <room.EditedFields
              questions={questions}
              stored={rest.proposal?.answers ?? []}
              sent={draft.values['answers']}
            />
          )
        }
      />
    </>
  );
}

/** As the field for an instant has it. */
const minuteOf = (instant: string | undefined): string | undefined => instant?.slice(0, 16);

/** What the form sends, with the instant of a minute that somebody has typed. */
function readFields(data: FormData, received: string | undefined): Record<string, string> {
  const texts = [...data].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const { business_sector: _, received_at: typed, ...fields } = Object.fromEntries(texts);
  // The seconds of one that nobody has changed stay.
  const isKept = typed === undefined || typed === minuteOf(received);
  return isKept ? fields : { ...fields, received_at: `${typed}:00Z` };
}

function Fields({
  program,
  proposal,
  draft,
  asked,
  answers,
  person,
  reason,
  upload,
  problem,
  refuse,
  onValues,
  onSubmit,
  ...words
}: Props & { answers: ReactNode }) {
  const [picked, setPicked] = useState<PickedDocuments>({});
  const { text: limit } = readUploadLimit();
  const isShown = (name: string) => asked?.includes(name) ?? true;
  const isSending = upload.state !== null;
  const submit = (data: FormData) => {
    if (isSending) return;
    const refused = refusedIn(picked);
    const [first] = Object.values(refused);
    if (first) refuse({ message: first, fields: refused });
    else onSubmit({ fields: readFields(data, proposal?.received_at), files: filesOf(picked) });
  };
  const save = (values: FormValues) => {
    draft.save(values);
    onValues?.(values);
  };
  return (
    <Form id={MAIN_FORM} problem={problem} onSubmit={submit} onValues={save}>
      <div className={css.fields} inert={isSending}>
        {person}
        <h2>{entryLabels.business}</h2>
        <BusinessFields
          start={{ ...startOf(proposal), ...draft.values }}
          sector={program.sector}
          isShown={isShown}
        />
        <FileContext
          value={(props) => (
            <Suspense>
              <EditedFile
                {...props}
                stored={proposal?.documents[props.question.id]}
                onPick={(file) => setPicked((others) => ({ ...others, [props.question.id]: file }))}
              />
            </Suspense>
          )}
        >
          {answers}
        </FileContext>
        {KINDS.filter(isShown).map((kind) => (
          <div key={kind}>
            <DocumentField
              label={kind === 'evidence' ? entryLabels.evidence : documentLabels.kinds[kind]}
              name={kind}
              hint={hintOf(kind, limit, proposal !== undefined)}
              isOptional={proposal !== undefined}
              onPick={(file) => setPicked((others) => ({ ...others, [kind]: file }))}
            />
            {proposal?.documents[kind] && <StoredFile file={proposal.documents[kind]} />}
          </div>
        ))}
        {isShown('received_at') && (
          <TextField
            label={entryLabels.receivedAt}
            name="received_at"
            type="datetime-local"
            defaultValue={draft.values['received_at'] ?? minuteOf(proposal?.received_at)}
          />
        )}
        <TextAreaField
          label={reason.label}
          name="reason"
          rows={3}
          maxLength={500}
          hint={reason.hint}
          defaultValue={draft.values['reason']}
        />
      </div>
      {upload.state ? (
        <UploadPanel state={upload.state} label={words.sending} onStop={upload.stop} />
      ) : (
        <FormActions>
          <Button type="submit" isBusy={words.isBusy}>
            <span>{words.submit}</span>
          </Button>
          <LinkButton to={words.cancelPath} variant="secondary">
            {entryLabels.cancel}
          </LinkButton>
        </FormActions>
      )}
    </Form>
  );
}

const startOf = (proposal: Proposal | undefined) =>
  proposal && { ...proposal, business_website: proposal.business_website ?? '' };

function hintOf(kind: (typeof KINDS)[number], limit: string, isStored: boolean): string {
  const one = entryLabels.onePdf(limit);
  const what = kind === 'evidence' ? `${entryLabels.evidenceHint} ${one}` : one;
  return isStored ? `${entryLabels.replace} ${what}` : what;
}

type PersonProps = { start: FormValues; hasEmail?: boolean };

/** Of somebody who has no account yet, or has not claimed it. */
export const PersonFields = ({ start, hasEmail = false }: PersonProps) => (
  <>
    <TextField
      label={entryLabels.firstName}
      name="first_name"
      autoComplete="off"
      maxLength={LENGTHS.name}
      defaultValue={start['first_name']}
    />
    <TextField
      label={entryLabels.lastName}
      name="last_name"
      autoComplete="off"
      maxLength={LENGTHS.name}
      defaultValue={start['last_name']}
    />
    <TextField
      label={entryLabels.phone}
      name="phone_number"
      type="tel"
      autoComplete="off"
      defaultValue={start['phone_number']}
    />
    <SelectField
      label={entryLabels.region}
      name="region"
      options={REGIONS}
      placeholder={entryLabels.chooseRegion}
      defaultValue={start['region']}
    />
    <TextField
      label={entryLabels.city}
      name="city"
      isOptional
      maxLength={LENGTHS.name}
      defaultValue={start['city']}
    />
    <TextField
      label={entryLabels.digitalAddress}
      name="digital_address"
      isOptional
      maxLength={LENGTHS.digitalAddress}
      defaultValue={start['digital_address']}
    />
    {hasEmail && (
      <TextField
        label={entryLabels.email}
        name="email"
        type="email"
        autoComplete="off"
        isOptional
        hint={entryLabels.emailHint}
        defaultValue={start['email']}
      />
    )}
  </>
);
