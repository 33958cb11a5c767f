import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDate } from '#domain/dates.ts';
import type { Invitation } from '#domain/judges/schema.ts';
import { registrationStrength } from '#domain/accounts/rules.ts';
import { transport } from '#app/api/browser.ts';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { StrengthLabel } from '#app/features/accounts/form/strength-label.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { accountLabels, PERSON_LABELS } from '#app/features/accounts/labels.ts';
import { paths } from '#app/paths.ts';
import { dropVisitorDrafts } from '#app/storage/local-storage.ts';
import { useBrowserValue } from '#app/storage/use-browser-value.ts';
import { savePendingEmail } from '#app/storage/pending-email.ts';
import { Button } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { invitationCalls } from './invitation-calls.ts';
import { invitationLabels as labels } from './labels.ts';
import { InterestFields, NamingField, type InterestValues } from './interest-fields.tsx';
import css from './invitation-form.module.css';
import { interestValues, readInterests } from './read-interests.ts';

const answerForm = lazySchema(
  async () => (await import('#domain/judges/invitation-schema.ts')).answerInvitationInput,
);

type Props = { invitation: Invitation; token: string; onDecline: () => void };

/** The terms, an account, and what the judge could not judge freely; accepted or declined. */
export function InvitationForm({ invitation, token, onDecline }: Props) {
  const navigate = useNavigate();
  useState(dropVisitorDrafts);
  // The end of the token tells invitations on this device apart, and opens none.
  const draft = useDraft(`public-judge-${token.slice(-8)}`, 'visitor');
  const { problem, isBusy, run, refuse } = useFormSubmit(labels.failed);
  const accept = (data: FormData) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(answerForm, readAnswer(data));
      if (!value) return refuse(refusal);
      const calls = invitationCalls(transport, token);
      const { email } = await calls.answer(value, { fallback: labels.failed });
      draft.clear();
      savePendingEmail(email);
      toast.success(labels.accepted);
      await navigate(paths.login);
    });
  const stored = interestValues({ ...invitation, people: [], is_named: false });
  return (
    <>
      <PageHeading
        title={labels.invitationTitle}
        lead={labels.invites(invitation.first_name, invitation.firm)}
      />
      {invitation.rounds.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>{labels.answerBy(formatDate(invitation.expires_at))}</p>
      <RestoreDraft draft={draft} />
      <Form
        key={draft.version}
        className={css.answer!}
        problem={problem}
        onSubmit={(data) => void accept(data)}
        onValues={draft.save}
      >
        <AnswerFields terms={invitation.terms} values={{ ...stored, ...draft.values }} />
        <FormActions>
          <Button type="submit" isBusy={isBusy} busyLabel={labels.accepting}>
            {labels.accept}
          </Button>
          <Decline
            {...{ token, onDecline }}
            firm={invitation.firm}
            onRefused={(message) => refuse({ message })}
          />
        </FormActions>
      </Form>
    </>
  );
}

const readAnswer = (data: FormData) => ({
  ...readInterests(data),
  accept: true,
  agrees: data.has('agrees'),
  password: data.get('password'),
  phone_number: data.get('phone_number'),
});

type Values = InterestValues & { phone_number?: string; agrees?: string };

function AnswerFields({ terms, values }: { terms: string; values: Values }) {
  const [password, setPassword] = useState('');
  return (
    <>
      <h2>{labels.terms}</h2>
      {terms.split('\n\n').map((text) => (
        <p key={text}>{text}</p>
      ))}
      <CheckboxField
        name="agrees"
        label={labels.agrees}
        defaultChecked={values.agrees === 'true'}
      />
      <h2>{labels.account}</h2>
      <PasswordField
        label={accountLabels.password}
        name="password"
        hint={accountLabels.passwordHint}
        autoComplete="new-password"
        onChange={({ target }) => setPassword(target.value)}
        after={<StrengthLabel strength={password ? registrationStrength(password) : null} />}
      />
      <TextField
        label={PERSON_LABELS.phone_number}
        name="phone_number"
        type="tel"
        hint={accountLabels.phoneHint}
        isOptional
        defaultValue={values.phone_number}
      />
      <h2>{labels.interests}</h2>
      <p>{labels.interestsLead}</p>
      <InterestFields values={values} />
      <h2>{labels.naming}</h2>
      <NamingField values={values} />
    </>
  );
}

const isHere = () => '';

type DeclineProps = {
  token: string;
  firm: string;
  onDecline: () => void;
  onRefused: (message: string) => void;
};

/** Asks first: the link works once, and a thumb slips. */
function Decline({ token, firm, onDecline, onRefused }: DeclineProps) {
  const [isAsking, setAsking] = useState(false);
  // A press before the script has loaded would be lost.
  const isReady = useBrowserValue(isHere) !== null;
  const { isBusy, run } = useFormSubmit(labels.failed);
  const decline = () =>
    run(async () => {
      try {
        await invitationCalls(transport, token).answer(
          { accept: false },
          { fallback: labels.failed },
        );
        onDecline();
      } catch (error) {
        onRefused((error as Error).message);
      } finally {
        setAsking(false);
      }
    });
  return (
    <>
      <Button variant="secondary" disabled={!isReady} onClick={() => setAsking(true)}>
        {labels.decline}
      </Button>
      <ConfirmDialog
        title={labels.declineTitle}
        isOpen={isAsking}
        isBusy={isBusy}
        isDestructive={false}
        confirmLabel={labels.declineConfirm}
        cancelLabel={labels.keep}
        onConfirm={() => void decline()}
        onCancel={() => setAsking(false)}
      >
        <p>{labels.declineText(firm)}</p>
      </ConfirmDialog>
    </>
  );
}
