import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { EXTENSION_LIMITS } from '#domain/extensions/rules.ts';
import type { Extension } from '#domain/extensions/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import items from '#app/ui/item-list.module.css';
import { EndField } from '#app/ui/end-field.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { transport } from '#app/api/browser.ts';
import { apiPath, readPage, send, type CallOptions } from '#app/api/transport.ts';
import { extensionLabels as labels } from './labels.ts';

const path = (programId: string, rest = ''): string =>
  apiPath(`/programs/${encodeURIComponent(programId)}/extensions${rest}`);

/** Later deadlines of single applicants; separate from client.ts, which every screen loads. */
const extensions = {
  list: async (programId: string, options?: CallOptions) =>
    (await readPage<Extension>(await send(transport, 'GET', path(programId), {}, options))).items,
  create: (
    programId: string,
    input: { email: string; until: string; reason: string },
    options?: CallOptions,
  ) => send(transport, 'POST', path(programId), { json: input }, options),
  withdraw: (programId: string, id: string, options?: CallOptions) =>
    send(transport, 'DELETE', path(programId, `/${id}`), {}, options),
};

const keyOf = (programId: string) => [queryKeys.programs, 'extensions', programId];

type Props = {
  programId: string;
  /** Whom it is for, if the screen is about one person. */
  email?: string;
};

/** Who has more time for a program, and a form that gives it to somebody. */
export default function ExtensionForm({ programId, email }: Props) {
  const { data, error } = useQuery({
    queryKey: keyOf(programId),
    queryFn: ({ signal }) => extensions.list(programId, { signal, fallback: labels.loadFailed }),
    staleTime: 0,
  });
  const shown = data?.filter((one) => email === undefined || one.email === email);
  return (
    <section aria-labelledby="extensions">
      <h2 id="extensions">{labels.title}</h2>
      <p>{labels.lead}</p>
      {error && !data && <p role="alert">{error.message}</p>}
      {shown?.length === 0 && <p>{labels.none}</p>}
      {shown && shown.length > 0 && (
        <ul className={items.items}>
          {shown.map((one) => (
            <Item key={one.id} extension={one} programId={programId} />
          ))}
        </ul>
      )}
      <Fields key={data?.[0]?.id} programId={programId} {...(email && { email })} />
    </section>
  );
}

function Item({ extension, programId }: { extension: Extension; programId: string }) {
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => extensions.withdraw(programId, extension.id, { fallback: labels.failed }),
    onSuccess: () => toast.success(labels.withdrawn),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(programId) }),
  });
  const [isAsked, setAsked] = useState(false);
  const { data: program } = useProgram(programId);
  const name = `${extension.first_name} ${extension.last_name}`.trim();
  const inWords = (instant: string) => `${formatDateTime(instant)} GMT`;
  return (
    <li>
      <div>
        <b>{name}</b>{' '}
        <span>{`${extension.email}\u00a0· ${formatDateTime(extension.until)} GMT`}</span>
        <br />
        <span className="as-typed">{extension.reason}</span>
      </div>
      <Button
        variant="quiet"
        isSmall
        isBusy={isPending}
        aria-label={`${labels.withdraw}: ${name}`}
        onClick={() => setAsked(true)}
      >
        {labels.withdraw}
      </Button>
      <ConfirmDialog
        title={labels.withdrawTitle(name)}
        confirmLabel={labels.withdraw}
        isOpen={isAsked}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setAsked(false)}
      >
        <p>
          {labels.withdrawText(inWords(extension.until), program && inWords(program.deadline_date))}
        </p>
        {error && <p role="alert">{error.message}</p>}
      </ConfirmDialog>
    </li>
  );
}

function Fields({ programId, email }: Props) {
  const cache = useQueryClient();
  const [key] = useState(randomKey);
  const { problem, run } = useFormSubmit(labels.failed);
  const submit = (data: FormData) =>
    run(async () => {
      const until = String(data.get('until'));
      await extensions.create(
        programId,
        {
          email: email ?? String(data.get('email')),
          until: until && `${until}:00Z`,
          reason: String(data.get('reason')),
        },
        { idempotencyKey: key, fallback: labels.failed },
      );
      toast.success(labels.extended);
      await cache.invalidateQueries({ queryKey: keyOf(programId) });
    });
  return (
    <Form problem={problem} onSubmit={(data) => void submit(data)}>
      {email === undefined && <TextField label={labels.email} name="email" type="email" />}
      <EndField label={labels.until} name="until" />
      <TextAreaField
        label={labels.reason}
        name="reason"
        hint={labels.reasonHint}
        rows={3}
        maxLength={EXTENSION_LIMITS.reasonMax}
      />
      <FormActions>
        <Button type="submit" variant="secondary">
          {labels.extend}
        </Button>
      </FormActions>
    </Form>
  );
}
