import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SingleUser } from '#domain/accounts/schema.ts';
import { ERASING } from '#domain/accounts/erasure-messages.ts';
import type { RefusedRow } from '#domain/problem.ts';
import { ApiError } from '#app/api/api-error.ts';
import { sharedRowsOf } from '#app/features/members/shared-refusal.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths } from '#app/paths.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { people } from '#app/features/users/people-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogFormActions } from '#app/ui/dialog-form-actions.tsx';
import { Form } from '#app/ui/form.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import { eraseLabels as labels, listGoing, listStaying } from './erase-labels.ts';
import css from './user.module.css';

const eraseForm = lazySchema(
  async () => (await import('#domain/accounts/erasure-schema.ts')).eraseUserInput,
);

/** Loaded where others work on what somebody owns. */
const SharedRows = lazyPart(() => import('#app/features/members/shared-rows.tsx'));

/** Nobody but its owner hands a draft over. */
const placeOf = ({ proposal_id: id }: RefusedRow): string | undefined =>
  id ? paths.submission({ id }) : undefined;

/** Erases an applicant who has asked for it: says what goes and what stays, and has it typed. */
export default function EraseUser({ user }: { user: SingleUser }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={css.section} aria-labelledby="erase">
      <h2 id="erase">{labels.title}</h2>
      <p>{labels.lead(user.email !== null)}</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {labels.open}
      </Button>
      {isOpen && <EraseDialog user={user} onClose={() => setOpen(false)} />}
    </section>
  );
}

function EraseDialog({ user, onClose }: { user: SingleUser; onClose: () => void }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: [queryKeys.users, 'one', user.id, 'erasure'],
    queryFn: ({ signal }) =>
      people.getErasure(user.id, { signal, fallback: ERASING.previewFailed }),
    staleTime: 0,
  });
  const { problem, isBusy, run, refuse } = useFormSubmit(ERASING.failed);
  const [shared, setShared] = useState<readonly RefusedRow[]>([]);
  const submit = (data: FormData) =>
    run(async () => {
      const filled = { email: data.get('email'), shared: data.get('shared') ?? undefined };
      const { value, problem: refusal } = await checkForm(eraseForm, filled);
      if (!value) return refuse(refusal);
      await people.erase(user.id, value, { fallback: ERASING.failed }).catch((error: unknown) => {
        const rows = sharedRowsOf(error);
        if (!rows) throw error;
        setShared(rows);
        // The server's sentence is for the owner.
        throw new ApiError(409, 'has_members', labels.shared);
      });
      toast.success(ERASING.done);
      await navigate(paths.users(), { replace: true });
      await cache.invalidateQueries();
    });
  return (
    <Dialog
      title={labels.question(`${user.first_name} ${user.last_name}`)}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      actions={null}
    >
      <Waiting query={query} label={labels.loading} rows={3} />
      {query.data && (
        <>
          <h3>{labels.goes}</h3>
          <ul>
            {listGoing(query.data).map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <h3>{labels.stays}</h3>
          <ul>
            {listStaying(query.data).map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <p>{user.email === null ? labels.notTold : labels.told}</p>
          <Form problem={problem} onSubmit={(data) => void submit(data)}>
            {shared.length > 0 && (
              <Suspense>
                <SharedRows
                  rows={shared}
                  keep={labels.keepShared}
                  linkTo={placeOf}
                  onFollow={onClose}
                />
              </Suspense>
            )}
            <TextField
              label={user.email === null ? labels.phone : labels.email}
              name="email"
              hint={labels.type(user.email ?? user.phone_number)}
              autoComplete="off"
              inputMode={user.email === null ? 'tel' : 'email'}
            />
            <DialogFormActions
              cancel={labels.keep}
              submit={labels.confirm}
              variant="danger"
              isBusy={isBusy}
              onClose={onClose}
            />
          </Form>
        </>
      )}
    </Dialog>
  );
}
