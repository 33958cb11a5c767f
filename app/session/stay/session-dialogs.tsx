import { useEffect, useState } from 'react';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { isOfFirm } from '#domain/accounts/rules.ts';
import { RENEWAL } from '#domain/accounts/session-messages.ts';
import { ApiError } from '#app/api/api-error.ts';
import { saveReturnTo } from '#app/storage/return-to.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import { PasswordField } from '#app/ui/password-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { leaveToLogin } from '../actions.ts';
import { useSessionStore } from '../store.ts';
import { sessionLabels as labels } from './labels.ts';
import { askForPasskey, mayRenew, renew } from './renew.ts';
import css from './session-dialogs.module.css';

/** `ended`: it was ended, so that only a login helps; one that `expired` may still be renewed. */
export type SessionNotice = 'none' | 'soon' | 'warning' | 'expired' | 'ended';

type Props = { notice: SessionNotice; onClose: () => void };

/**
 * Says that the session is about to end or has ended, and lets its person stay: nobody types a
 * password unasked, since keys go on to the text that somebody was writing.
 */
export function SessionDialogs({ notice, onClose }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const hasProfile = useSessionStore(({ profile }) => profile !== null);
  const now = isRefused ? 'ended' : notice;
  const isOver = now === 'expired' || now === 'ended';
  const mayStay = hasProfile && now !== 'ended' && (isOver || mayRenew());
  const isStaying = isAsking && mayStay;
  const ask = () => {
    setAsking(true);
    if (now === 'warning') onClose();
  };
  const close = (label: string, work: () => void) => (
    <>
      <Button variant={mayStay ? 'secondary' : 'primary'} onClick={work}>
        {label}
      </Button>
      {mayStay && <Button onClick={ask}>{labels.stay}</Button>}
    </>
  );
  return (
    <>
      {now === 'soon' && mayStay && (
        <div className={`${css.soon} row no-print`}>
          <p role="status">{labels.soon}</p>
          <Button variant="secondary" isSmall onClick={ask}>
            {labels.stay}
          </Button>
        </div>
      )}
      <Dialog
        title={labels.warningTitle}
        isOpen={now === 'warning' && !isStaying}
        isUnasked
        onClose={onClose}
        actions={close(labels.close, onClose)}
      >
        <p>{labels.warning}</p>
      </Dialog>
      <Dialog
        title={labels.expiredTitle}
        isOpen={isOver && !isStaying}
        isUnasked
        onClose={leave}
        actions={close(labels.ok, leave)}
      >
        <p>{SESSION.expired}</p>
        <p>{labels.kept}</p>
        {mayStay && <p>{labels.mayStay}</p>}
      </Dialog>
      <Dialog
        title={labels.stay}
        isOpen={isStaying}
        onClose={() => setAsking(false)}
        actions={null}
      >
        <StayForm
          isOver={isOver}
          onClose={() => setAsking(false)}
          onRefused={() => setRefused(true)}
        />
      </Dialog>
    </>
  );
}

function leave(): void {
  saveReturnTo(location.pathname + location.search, useSessionStore.getState().profile?.id);
  leaveToLogin();
}

type FormProps = { isOver: boolean; onClose: () => void; onRefused: () => void };

function StayForm({ isOver, onClose, onRefused }: FormProps) {
  const { email = '', role } = useSessionStore(({ profile }) => profile) ?? {};
  const hasPasskey = useHasPasskey(role !== undefined && isOfFirm(role));
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [busy, setBusy] = useState<'password' | 'passkey' | null>(null);
  const run = async (how: 'password' | 'passkey', work: () => Promise<void>) => {
    if (busy) return;
    setBusy(how);
    setProblem(null);
    try {
      await work();
      toast.success(labels.stayed);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return onRefused();
      setProblem(problemOf(error));
    } finally {
      setBusy(null);
    }
  };
  const submit = (data: FormData) => {
    const password = String(data.get('password') ?? '');
    if (!password) return setProblem(beside(RENEWAL.missing));
    void run('password', () => renew({ password }));
  };
  const sign = () =>
    void run('passkey', async () => (await import('./sign-passkey.ts')).renewByPasskey());
  return (
    <Form problem={problem} onSubmit={submit}>
      <p>{isOver ? labels.after : labels.before}</p>
      <p>{labels.nothingLost}</p>
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <PasswordField
        label={labels.passwordOf(email)}
        name="password"
        autoComplete="current-password"
      />
      <FormActions>
        <Button
          variant="secondary"
          aria-disabled={busy !== null || undefined}
          onClick={() => busy || onClose()}
        >
          {labels.cancel}
        </Button>
        {hasPasskey && (
          <Button variant="secondary" isBusy={busy === 'passkey'} onClick={sign}>
            {labels.passkey}
          </Button>
        )}
        <Button type="submit" isBusy={busy === 'password'}>
          {labels.stay}
        </Button>
      </FormActions>
    </Form>
  );
}

const beside = (message: string): FormProblem => ({ message, fields: { password: message } });

function problemOf(error: unknown): FormProblem {
  if (!(error instanceof ApiError)) return { message: RENEWAL.failed };
  return error.code === 'bad_credentials' ? beside(error.message) : { message: error.message };
}

/** Only the firm has passkeys, and whoever has none is offered none. */
function useHasPasskey(isOfTheFirm: boolean): boolean {
  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => {
    if (!isOfTheFirm || !('PublicKeyCredential' in window)) return;
    let isShown = true;
    askForPasskey().then(
      () => isShown && setHasPasskey(true),
      () => undefined,
    );
    return () => void (isShown = false);
  }, [isOfTheFirm]);
  return hasPasskey;
}
