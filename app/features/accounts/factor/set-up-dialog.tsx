import { useState, type ReactNode } from 'react';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import type { AddedFactor, TotpSetup } from '#domain/accounts/factor-schema.ts';
import { FACTORS, LENGTHS } from '#domain/constants.ts';
import { factorCalls } from './factor-calls.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { CodeField } from '#app/features/accounts/code/code-field.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { QrPicture } from '#app/features/qr/qr-picture.tsx';
import css from './factor-screen.module.css';
import { factorLabels as labels } from './labels.ts';
import { addPasskey } from './read-passkey.ts';

type StepProps = {
  /** Called with a sentence to show and, for the first factor, its recovery codes. */
  onDone: (sentence: string, codes: readonly string[] | undefined) => void;
  onCancel: () => void;
};
type FrameProps = Pick<StepProps, 'onCancel'> & {
  action: string;
  isDanger?: boolean;
  /** The field that the server names for a wrong code. */
  codeField?: string;
  send: (data: FormData) => Promise<void>;
  children: ReactNode;
};

/** A step in a dialog: its fields, its action, and a cancel button. */
export function StepForm({ action, isDanger, codeField, send, onCancel, children }: FrameProps) {
  const { problem, isBusy, run } = useFormSubmit(FACTOR.changeFailed, { bad_code: codeField });
  return (
    <Form problem={problem} onSubmit={(data) => void run(() => send(data))}>
      {children}
      <FormActions>
        <Button variant="secondary" onClick={() => isBusy || onCancel()}>
          {labels.cancel}
        </Button>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
          {action}
        </Button>
      </FormActions>
    </Form>
  );
}

export const OwnPassword = () => (
  <PasswordField
    label={labels.password}
    name="current_password"
    hint={labels.passwordHint}
    autoComplete="current-password"
  />
);
export const proofOf = (data: FormData) => ({
  current_password: String(data.get('current_password') ?? ''),
});

type DialogProps = StepProps & { isOpen: boolean };

export function PasskeyDialog({ isOpen, onDone, onCancel }: DialogProps) {
  const send = async (data: FormData) => {
    const { current_password: password } = proofOf(data);
    const added = await addPasskey(String(data.get('name') ?? ''), password);
    onDone(FACTOR.passkeyAdded, added.recovery_codes);
  };
  return (
    <Dialog title={labels.passkeyTitle} isOpen={isOpen} onClose={onCancel} actions={null}>
      <p>{labels.passkeyText}</p>
      <StepForm action={labels.next} send={send} onCancel={onCancel}>
        <TextField
          label={labels.passkeyName}
          name="name"
          hint={labels.passkeyNameHint}
          maxLength={LENGTHS.name}
          autoComplete="off"
        />
        <OwnPassword />
      </StepForm>
    </Dialog>
  );
}

export function AppDialog({ isOpen, onDone, onCancel }: DialogProps) {
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const close = () => {
    setSetup(null);
    onCancel();
  };
  const done = ({ recovery_codes: codes }: AddedFactor) => {
    setSetup(null);
    onDone(FACTOR.appAdded, codes);
  };
  return (
    <Dialog title={labels.appTitle} isOpen={isOpen} onClose={close} actions={null}>
      {setup ? (
        <ConfirmApp setup={setup} onAdded={done} onCancel={close} />
      ) : (
        <>
          <p>{labels.appText}</p>
          <StepForm
            action={labels.next}
            send={async (data) => setSetup(await factorCalls.beginApp(proofOf(data)))}
            onCancel={close}
          >
            <OwnPassword />
          </StepForm>
        </>
      )}
    </Dialog>
  );
}

type ConfirmProps = {
  setup: TotpSetup;
  onAdded: (added: AddedFactor) => void;
  onCancel: () => void;
};

function ConfirmApp({ setup, onAdded, onCancel }: ConfirmProps) {
  const send = async (data: FormData) =>
    onAdded(await factorCalls.confirmApp(String(data.get('code'))));
  return (
    <StepForm action={labels.confirmApp} codeField="code" send={send} onCancel={onCancel}>
      <p>{labels.scan}</p>
      <QrPicture text={setup.otpauth_url} label={labels.picture} />
      <p>
        {labels.typeInstead}
        <br />
        <code className={css.secret}>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeField label={labels.appCode} name="code" length={FACTORS.digits} autoFocus />
    </StepForm>
  );
}
