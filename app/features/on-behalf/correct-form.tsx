import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import type { SingleUser } from '#domain/accounts/schema.ts';
import type { Program } from '#domain/programs/schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { serverNow } from '#app/api/server-clock.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useItem } from '#app/api/use-item.ts';
import { useConflictPanel } from '#app/editing/form/use-conflict-panel.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { mapDocumentErrors } from '#app/features/proposals/form/read-document-errors.ts';
import type { FilledProposal } from '#app/features/proposals/form/read-proposal.ts';
import { askedOf } from '#app/features/proposals/requests/asked-of.ts';
import { useRequests } from '#app/features/proposals/requests/use-requests.ts';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { useQuestionRoom } from '#app/features/questions/use-question-room.ts';
import { people } from '#app/features/users/people-calls.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import { useUpload } from '#app/uploads/use-upload.ts';
import { compareCorrection, isCorrectionSaved, type Correctable } from './compare-correction.ts';
import { EntryForm, PersonFields } from './entry-form.tsx';
import { correctableUntil, refuseCorrection, refuseTyping } from './refuse-correction.ts';

const labels = {
  person: 'Who applies',
  claimed: (name: string) =>
    `${name} has an account of their own, so name, phone number and place are theirs to change.`,
  account: 'Open the account',
  effect: (number: string | null) =>
    number ? `A new receipt replaces ${number}.` : 'The proposal gets a new receipt.',
  mailed: (name: string) => `${name} gets it by email.`,
  printed: (name: string) => `${name} has no email address: print it for them.`,
  until: (moment: string) => `You can correct it until ${moment} GMT.`,
  reason: 'Why you are correcting it',
  reasonHint: '10 to 500 characters, for the log.',
  save: 'Save the correction',
  saving: 'Saving the correction',
  onlyAsked:
    'The time to enter it is over, so only what the open request asks for can be changed. The new receipt comes when you send the answer, in the part “Requests”.',
  savedAsked: 'Saved. Now send the answer, in the part “Requests”.',
  loading: 'Loading what was entered',
  notCorrectable: 'It can’t be corrected here',
  open: 'Open the proposal',
  saved: 'Corrected. This is the new receipt.',
  failed: 'The correction could not be saved. Try again.',
} as const;

type Props = {
  proposal: Versioned<Proposal>;
  /** Redraws the form from the saved version. */
  onReload: () => void;
};

/** Corrects what was typed in for somebody, as far and as long as it can be. */
export default function CorrectForm(props: Props) {
  const { proposal } = props;
  const program = useProgram(proposal.program_id);
  const person = useItem(queryKeys.users, proposal.applicant.id, people.get);
  const requests = useRequests(proposal.id, proposal.open_request !== null);
  if (!program.data) return <Waiting query={program} label={labels.loading} isForm />;
  const refusal = refuseCorrection(proposal, program.data, serverNow());
  if (refusal)
    return (
      <Notice
        title={labels.notCorrectable}
        actions={<LinkButton to={paths.submission(proposal)}>{labels.open}</LinkButton>}
      >
        <p>{refusal}</p>
      </Notice>
    );
  if (!person.data) return <Waiting query={person} label={labels.loading} isForm />;
  const isOver = refuseTyping(proposal, program.data, serverNow()) !== undefined;
  if (isOver && !requests.data) return <Waiting query={requests} label={labels.loading} isForm />;
  const asked = requests.data?.find(({ state }) => state === 'open')?.fields;
  return (
    <Correcting
      {...props}
      program={program.data}
      person={person.data}
      asked={isOver ? asked : undefined}
      onReload={() => void person.refetch().then(props.onReload)}
    />
  );
}

type CorrectingProps = Props & {
  person: SingleUser;
  program: Program;
  /** What a request asks for, once the time to enter it is over. */
  asked: readonly string[] | undefined;
};

/** Documents stay unless a new file is chosen. */
function Correcting({ proposal, person, program, asked, onReload }: CorrectingProps) {
  const { id, applicant } = proposal;
  const navigate = useNavigate();
  const cache = useQueryClient();
  const draft = useDraft(`correction:${id}`, useProfile().id);
  const upload = useUpload();
  const { problem, isBusy, run, refuse } = useFormSubmit(labels.failed, mapDocumentErrors);
  const isPersonShown = !asked && person.is_unclaimed === true;
  const live = (program.questions ?? []).filter((one) => !one.is_retired);
  const questions = asked ? askedOf(live, asked) : live;
  const { room } = useQuestionRoom(questions);
  const { attempt, conflictPanel } = useConflictPanel(
    {
      current: proposal as Versioned<Correctable>,
      save: (mine: FilledProposal, { etag }) =>
        upload.send({ ...mine, path: `/proposals/${id}/on-behalf`, etag, fallback: labels.failed }),
      fetchFresh: async () => {
        const fresh = await api.getAnyProposal(id);
        return isPersonShown ? { ...fresh, person: await people.get(applicant.id, {}) } : fresh;
      },
      isSaved: isCorrectionSaved,
      compare: (theirs, mine) => compareCorrection(theirs, mine, { questions, room }),
      onReload,
    },
    { draft, isBusy: upload.state !== null },
  );
  const save = (mine: FilledProposal) =>
    run(async () => {
      const saved = await attempt(mine);
      if (!saved || saved === 'already-running') return;
      draft.clear();
      toast.success(asked ? labels.savedAsked : labels.saved);
      await navigate(asked ? paths.submission({ id }) : paths.paperReceipt({ id }));
      await cache.invalidateQueries();
    });
  const name = `${applicant.first_name} ${applicant.last_name}`;
  const told = applicant.email === null ? labels.printed(name) : labels.mailed(name);
  const until = correctableUntil(proposal, program);
  return (
    <>
      <p>
        {asked
          ? labels.onlyAsked
          : `${labels.effect(proposal.receipt_number)} ${told} ${labels.until(formatDateTime(until))}`}
      </p>
      {conflictPanel && <div>{conflictPanel}</div>}
      <EntryForm
        {...{ program, proposal, asked, draft, upload, problem, isBusy, refuse }}
        person={
          !asked && (
            <>
              <h2>{labels.person}</h2>
              {person.is_unclaimed ? (
                <PersonFields start={{ ...textsOf(person), ...draft.values }} />
              ) : (
                <p>
                  <span>{labels.claimed(name)}</span>{' '}
                  <Link to={paths.user(person)}>{labels.account}</Link>
                </p>
              )}
            </>
          )
        }
        reason={{ label: labels.reason, hint: labels.reasonHint }}
        submit={labels.save}
        sending={labels.saving}
        cancelPath={paths.submission({ id })}
        onSubmit={(filled) => void save(filled)}
      />
    </>
  );
}

const textsOf = (person: SingleUser): Record<string, string> =>
  Object.fromEntries(Object.entries(person).map(([name, value]) => [name, String(value ?? '')]));
