import { Suspense, useState } from 'react';
import { CLOSING } from '#domain/accounts/session-messages.ts';
import type { RefusedRow } from '#domain/problem.ts';
import { sharedRowsOf } from '#app/features/members/shared-refusal.ts';
import { api } from '#app/api/browser.ts';
import { paths } from '#app/paths.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { PasswordField } from '#app/ui/password-field.tsx';
import { leaveForHome } from '#app/session/log-out.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogFormActions } from '#app/ui/dialog-form-actions.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { Form } from '#app/ui/form.tsx';
import css from './own-account-screen.module.css';
import { ownAccountLabels as labels } from './labels.ts';

const closingForm = lazySchema(
  async () => (await import('#domain/accounts/session-schema.ts')).closeAccountInput,
);

/** Loaded where others work on what somebody owns. */
const SharedRows = lazyPart(() => import('#app/features/members/shared-rows.tsx'));

const placeOf = ({ proposal_id: id }: RefusedRow): string =>
  id ? paths.ownProposal({ id }) : paths.ownProposals;

/** Lists what will be deleted, and asks for the password first. */
export function CloseAccount() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={css.danger} aria-labelledby="close-account">
      <h2 id="close-account">{labels.closeTitle}</h2>
      <p>{labels.closeLead}</p>
      <ul>
        {labels.deleted.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <p>{labels.closeHint}</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {labels.close}
      </Button>
      <CloseAccountDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}

function CloseAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { problem, isBusy, run, refuse } = useFormSubmit(CLOSING.failed);
  const [shared, setShared] = useState<readonly RefusedRow[]>([]);
  const submit = (data: FormData) =>
    run(async () => {
      const filled = { password: data.get('password'), shared: data.get('shared') ?? undefined };
      const { value, problem: refusal } = await checkForm(closingForm, filled);
      if (!value) return refuse(refusal);
      await api.closeAccount(value, { fallback: CLOSING.failed }).catch((error: unknown) => {
        setShared((known) => sharedRowsOf(error) ?? known);
        throw error;
      });
      leaveForHome(CLOSING.done);
    });
  // Something may have been handed over until it is opened again.
  const close = () => {
    setShared([]);
    refuse(null);
    onClose();
  };
  return (
    <Dialog
      title={labels.dialogTitle}
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={close}
      actions={null}
    >
      <p>{labels.closeHint}</p>
      <Form problem={problem} onSubmit={(data) => void submit(data)}>
        {shared.length > 0 && (
          <Suspense>
            <SharedRows rows={shared} keep={labels.keepShared} linkTo={placeOf} onFollow={close} />
          </Suspense>
        )}
        <PasswordField
          label={labels.password}
          name="password"
          hint={labels.passwordHint}
          autoComplete="current-password"
        />
        <DialogFormActions
          cancel={labels.keep}
          submit={labels.confirmClose}
          variant="danger"
          isBusy={isBusy}
          onClose={close}
        />
      </Form>
    </Dialog>
  );
}
