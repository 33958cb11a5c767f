import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import { normaliseEmail } from '#domain/accounts/rules.ts';
import type { UserRow } from '#domain/accounts/schema.ts';
import type { Program } from '#domain/programs/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api } from '#app/api/browser.ts';
import { randomKey } from '#app/api/random-key.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { mapDocumentErrors } from '#app/features/proposals/form/read-document-errors.ts';
import type { FilledProposal } from '#app/features/proposals/form/read-proposal.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useUpload } from '#app/uploads/use-upload.ts';
import { EntryForm, PersonFields } from './entry-form.tsx';

const labels = {
  until: (moment: string) => `You can enter what came in before the deadline until ${moment} GMT.`,
  person: 'Who applies',
  name: 'Name',
  phone: 'Phone number',
  email: 'Email address',
  noEmail: 'None: they get a receipt on paper',
  place: 'Region',
  other: 'Enter it for somebody else',
  hasAccount: 'They have an account of their own',
  accountEmail: 'Email address of the account',
  unknown: 'No applicant has this email address.',
  reason: 'Why you are entering it',
  reasonHint: '10 to 500 characters, for the log.',
  submit: (name: string) => `Submit for ${name || 'the applicant'}`,
  sending: 'Sending the proposal',
  failed: 'The proposal could not be entered. Try again.',
} as const;

/** The id of the applicant's account with this address; refused beside its field. */
async function findApplicant(typed: string): Promise<string> {
  const email = normaliseEmail(typed);
  const { items } = await api.listUsers({ q: email, role: 'APPLICANT', limit: 50 });
  const found = items.find((user) => user.email === email);
  if (!found) throw new ApiError(422, 'invalid', labels.unknown, { account: labels.unknown });
  return found.id;
}

type EnteringProps = {
  program: Program;
  /** What came in in time can be entered until then. */
  until: Date;
  /** Whose account it is for; chosen here, if it is not given. */
  applicant?: UserRow;
};

const nameOf = ({ first_name, last_name }: UserRow): string => `${first_name} ${last_name}`;

/** Types in what did not come through the portal. */
export default function EnterForm({ program, until, applicant }: EnteringProps) {
  const navigate = useNavigate();
  const draft = useDraft(
    `entry:${program.id}${applicant ? `:${applicant.id}` : ''}`,
    useProfile().id,
  );
  const [name, setName] = useState('');
  const [idempotencyKey] = useState(randomKey);
  const upload = useUpload();
  const { problem, isBusy, run, refuse } = useFormSubmit(labels.failed, (error) =>
    error.code === 'email_taken' ? { email: error.message } : mapDocumentErrors(error),
  );
  const submit = ({ fields, files }: FilledProposal) => {
    const { account, has_account: hasAccount, ...typed } = fields;
    return run(async () => {
      const known = applicant?.id ?? (hasAccount && (await findApplicant(account ?? '')));
      const saved = await upload.send({
        ...{ path: '/proposals/admin/on-behalf', method: 'POST', fallback: labels.failed },
        fields: { ...typed, program_id: program.id, ...(known && { applicant_id: known }) },
        ...{ files, idempotencyKey },
      });
      if (saved === 'already-running') return;
      draft.clear();
      await navigate(paths.paperReceipt(saved));
    });
  };
  const values = (given: Record<string, string>) =>
    setName(given['has_account'] ? '' : `${given['first_name']} ${given['last_name']}`.trim());
  return (
    <>
      <p>{labels.until(formatDateTime(until))}</p>
      <EntryForm
        {...{ program, draft, upload, problem, isBusy, refuse }}
        person={
          <>
            <h2>{labels.person}</h2>
            {applicant ? (
              <Chosen program={program} applicant={applicant} />
            ) : (
              <Person start={draft.values} />
            )}
          </>
        }
        reason={{ label: labels.reason, hint: labels.reasonHint }}
        submit={labels.submit(applicant ? nameOf(applicant) : name)}
        sending={labels.sending}
        cancelPath={applicant ? paths.user(applicant) : paths.editProgram({ id: program.id })}
        onValues={values}
        onSubmit={(filled) => void submit(filled)}
      />
    </>
  );
}

const Chosen = ({ program, applicant }: { program: Program; applicant: UserRow }) => (
  <>
    <Facts
      facts={[
        [labels.name, nameOf(applicant)],
        [labels.phone, applicant.phone_number],
        [labels.email, applicant.email ?? labels.noEmail],
        [labels.place, applicant.region],
      ]}
    />
    <p>
      <Link to={paths.onBehalf({ programId: program.id })}>{labels.other}</Link>
    </p>
  </>
);

/** Somebody who gets an account, or has one. */
function Person({ start }: { start: Record<string, string> }) {
  const [hasAccount, setHasAccount] = useState(start['has_account'] === 'true');
  return (
    <>
      <CheckboxField
        label={labels.hasAccount}
        name="has_account"
        checked={hasAccount}
        onChange={({ target }) => setHasAccount(target.checked)}
      />
      {hasAccount ? (
        <TextField
          label={labels.accountEmail}
          name="account"
          type="email"
          autoComplete="off"
          defaultValue={start['account']}
        />
      ) : (
        <PersonFields start={start} hasEmail />
      )}
    </>
  );
}
