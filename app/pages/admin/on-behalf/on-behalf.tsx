import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import { LENGTHS } from '#domain/constants.ts';
import { normaliseEmail } from '#domain/accounts/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { REGIONS } from '#domain/regions.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api, transport } from '#app/api/browser.ts';
import { randomKey } from '#app/api/random-key.ts';
import { apiPath, send } from '#app/api/transport.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { paths } from '#app/paths.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { BusinessFields } from '#app/features/proposals/form/business-fields.tsx';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { useQuestionRoom } from '#app/features/questions/use-question-room.ts';
import { FileField } from '#app/uploads/file-field.tsx';
import { Button } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { SelectField, TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { Waiting } from '#app/ui/waiting.tsx';

const labels = {
  title: 'Enter a paper proposal',
  back: 'Program',
  loading: 'Loading the program',
  until: (moment: string) => `You can enter what came in before the deadline until ${moment} GMT.`,
  person: 'Who applies',
  hasAccount: 'They have an account of their own',
  accountEmail: 'Email address of the account',
  unknown: 'No applicant has this email address.',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone number',
  region: 'Region',
  city: 'City or town',
  digitalAddress: 'Digital address',
  email: 'Email address',
  emailHint: 'Leave it empty if they have none. They get a receipt on paper.',
  business: 'The proposal',
  deck: 'Pitch deck (PDF)',
  financials: 'Financials (PDF)',
  evidence: 'What shows when it came in (PDF)',
  evidenceHint: 'The stamped page, or the message it came with. Judges never see it.',
  receivedAt: 'When it came in (GMT)',
  reason: 'Why you are entering it',
  reasonHint: '10 to 500 characters, for the log.',
  submit: (name: string) => `Submit for ${name || 'the applicant'}`,
  failed: 'The proposal could not be entered. Try again.',
} as const;

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/on-behalf?programId=: types in what did not come through the portal. */
export default function OnBehalf() {
  const programId = useSearchParams()[0].get('programId') ?? '';
  const query = useProgram(programId);
  const { data: program } = query;
  return (
    <>
      <PageHeading
        title={labels.title}
        lead={program?.title}
        back={{ to: paths.editProgram({ id: programId }), label: labels.back }}
      />
      <Waiting query={query} label={labels.loading} isForm />
      {program && <EnterForm program={program} />}
    </>
  );
}

/** The id of the applicant's account with this address; refused beside its field. */
async function findApplicant(typed: string): Promise<string> {
  const email = normaliseEmail(typed);
  const { items } = await api.listUsers({ q: email, role: 'APPLICANT', limit: 50 });
  const found = items.find((user) => user.email === email);
  if (!found) throw new ApiError(422, 'invalid', labels.unknown, { account: labels.unknown });
  return found.id;
}

const FILES = [
  ['pitch_deck', labels.deck, undefined],
  ['financials', labels.financials, undefined],
  ['evidence', labels.evidence, labels.evidenceHint],
] as const;

function EnterForm({ program }: { program: Program }) {
  const navigate = useNavigate();
  const [hasAccount, setHasAccount] = useState(false);
  const [name, setName] = useState('');
  const [idempotencyKey] = useState(randomKey);
  const questions = (program.questions ?? []).filter((one) => !one.is_retired);
  const { room } = useQuestionRoom(questions);
  const { bytes } = readUploadLimit();
  const { problem, isBusy, run } = useFormSubmit(labels.failed, { email_taken: 'email' });
  const submit = (data: FormData) =>
    void run(async () => {
      if (hasAccount) data.set('applicant_id', await findApplicant(String(data.get('account'))));
      data.delete('account');
      data.delete('business_sector');
      data.set('program_id', program.id);
      data.set('received_at', `${String(data.get('received_at'))}:00Z`);
      const options = { fallback: labels.failed, idempotencyKey };
      const address = apiPath('/proposals/admin/on-behalf');
      const answer = await send(transport, 'POST', address, { data }, options);
      const { id } = (await answer.json()) as Proposal;
      await navigate(paths.paperReceipt({ id }));
    });
  const values = (given: Record<string, string>) =>
    setName([given['first_name'], given['last_name']].filter(Boolean).join(' '));
  return (
    <Form problem={problem} onSubmit={submit} onValues={values}>
      {program.paper_until && <p>{labels.until(formatDateTime(program.paper_until))}</p>}
      <h2>{labels.person}</h2>
      <CheckboxField
        label={labels.hasAccount}
        name="has_account"
        checked={hasAccount}
        onChange={({ target }) => setHasAccount(target.checked)}
      />
      {hasAccount ? (
        <TextField label={labels.accountEmail} name="account" type="email" autoComplete="off" />
      ) : (
        <PersonFields />
      )}
      <h2>{labels.business}</h2>
      <BusinessFields start={{}} sector={program.sector} />
      {room && <room.EditedFields questions={questions} stored={[]} sent={undefined} />}
      {FILES.map(([kind, label, hint]) => (
        <FileField
          key={kind}
          {...{ label, hint }}
          name={kind}
          accept="application/pdf"
          maxBytes={bytes}
        />
      ))}
      <TextField label={labels.receivedAt} name="received_at" type="datetime-local" />
      <TextAreaField
        label={labels.reason}
        name="reason"
        rows={3}
        maxLength={500}
        hint={labels.reasonHint}
      />
      <FormActions>
        <Button type="submit" isBusy={isBusy}>
          <span>{labels.submit(hasAccount ? '' : name)}</span>
        </Button>
      </FormActions>
    </Form>
  );
}

const PersonFields = () => (
  <>
    <TextField
      label={labels.firstName}
      name="first_name"
      autoComplete="off"
      maxLength={LENGTHS.name}
    />
    <TextField
      label={labels.lastName}
      name="last_name"
      autoComplete="off"
      maxLength={LENGTHS.name}
    />
    <TextField label={labels.phone} name="phone_number" type="tel" autoComplete="off" />
    <SelectField
      label={labels.region}
      name="region"
      options={REGIONS}
      placeholder="Choose a region"
    />
    <TextField label={labels.city} name="city" isOptional maxLength={LENGTHS.name} />
    <TextField
      label={labels.digitalAddress}
      name="digital_address"
      isOptional
      maxLength={LENGTHS.digitalAddress}
    />
    <TextField
      label={labels.email}
      name="email"
      type="email"
      autoComplete="off"
      isOptional
      hint={labels.emailHint}
    />
  </>
);
