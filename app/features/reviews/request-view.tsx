import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import { DAY_MS } from '#domain/constants.ts';
import { REQUEST_LIMITS } from '#domain/proposals/requests.ts';
import type { ChangeRequest, Proposal } from '#domain/proposals/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { requests } from '#app/features/proposals/requests/request-calls.ts';
import { useFieldLabels } from '#app/features/proposals/requests/use-field-labels.ts';
import { useAnswering, useRequests } from '#app/features/proposals/requests/use-requests.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import field from '#app/ui/field.module.css';
import { Form, FormActions } from '#app/ui/form.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { askLabels, describeState } from './request-labels.ts';
import css from './notes-list.module.css';
import { VersionList } from './version-list.tsx';

/** What was asked of the applicant, a form to ask, and what has changed since. */
export default function RequestView({ proposal }: { proposal: Proposal }) {
  const { data } = useRequests(proposal.id);
  const { labels, labelOf } = useFieldLabels(proposal);
  const isOpen = data?.some(({ state }) => state === 'open');
  const canAsk = proposal.locked === 'deadline_passed' && proposal.decision === 'undecided';
  return (
    <div className={css.notes}>
      {data?.length === 0 && <p className={css.soft}>{askLabels.none}</p>}
      <ul className="bare">
        {data?.map((request) => (
          <RequestItem
            key={request.id}
            request={request}
            proposalId={proposal.id}
            labelOf={labelOf}
            isAnswered={proposal.applicant.email === null}
          />
        ))}
      </ul>
      {data && !isOpen && canAsk && <AskForm proposal={proposal} labels={labels} />}
      {!canAsk && <p className={css.soft}>{askLabels.notNow}</p>}
      <VersionList proposalId={proposal.id} />
    </div>
  );
}

const useAsking = () => {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: [queryKeys.proposals] });
};

type ItemProps = {
  request: ChangeRequest;
  proposalId: string;
  labelOf: (name: string) => string | undefined;
  /** By us, because its owner has no address. */
  isAnswered: boolean;
};

function RequestItem({ request, proposalId, labelOf, isAnswered }: ItemProps) {
  const onSettled = useAsking();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => requests.cancel(proposalId, request.id, { fallback: askLabels.failed }),
    onSettled,
  });
  return (
    <li>
      <p className={css.by}>
        <b>{describeState(request.state)}</b>{' '}
        <span>{`${askLabels.due} ${formatDateTime(request.due_at)} GMT`}</span>
      </p>
      <p className="as-typed">{request.text}</p>
      <p>{request.fields.map((name) => labelOf(name) ?? askLabels.question).join(', ')}</p>
      {request.state === 'open' && (
        <Button variant="quiet" isSmall isBusy={isPending} onClick={() => mutate()}>
          {askLabels.cancel}
        </Button>
      )}
      {request.state === 'open' && isAnswered && (
        <Answer requestId={request.id} proposalId={proposalId} />
      )}
      {error && (
        <p className={css.error} role="alert">
          {error.message}
        </p>
      )}
    </li>
  );
}

type AnswerProps = { proposalId: string; requestId: string };

/** Of somebody without an address: what was asked for is corrected first, then sent. */
function Answer({ proposalId, requestId }: AnswerProps) {
  const { mutate, isPending, error } = useAnswering(proposalId);
  return (
    <>
      <p>{askLabels.answerText}</p>
      <p className="row">
        <Link to={paths.correctEntry({ id: proposalId })}>{askLabels.change}</Link>
        <Button variant="secondary" isSmall isBusy={isPending} onClick={() => mutate(requestId)}>
          {askLabels.answer}
        </Button>
      </p>
      {error && (
        <p className={css.error} role="alert">
          {error.message}
        </p>
      )}
    </>
  );
}

const WEEK_MS = 7 * DAY_MS;
const inAWeek = (): string => new Date(serverNow().getTime() + WEEK_MS).toISOString().slice(0, 16);

type AskProps = { proposal: Proposal; labels: Readonly<Record<string, string>> };

function AskForm({ proposal, labels }: AskProps) {
  const ask = useAsking();
  const [key] = useState(randomKey);
  const { problem, isBusy, run } = useFormSubmit(askLabels.failed);
  const submit = (data: FormData) =>
    run(async () => {
      await requests.create(
        proposal.id,
        {
          text: String(data.get('text')),
          fields: Object.keys(labels).filter((name) => data.has(`ask-${name}`)),
          due_at: `${String(data.get('due_at'))}:00Z`,
        },
        { idempotencyKey: key, fallback: askLabels.failed },
      );
      toast.success(proposal.applicant.email === null ? askLabels.askedUnmailed : askLabels.asked);
      await ask();
    });
  return (
    <Form problem={problem} onSubmit={(data) => void submit(data)}>
      <TextAreaField
        label={askLabels.text}
        name="text"
        rows={4}
        maxLength={REQUEST_LIMITS.textLength}
      />
      <fieldset className={field.field}>
        <legend className={field.label}>{askLabels.fields}</legend>
        {Object.entries(labels).map(([name, label]) => (
          <CheckboxField key={name} name={`ask-${name}`} label={label} />
        ))}
        {problem instanceof ApiError && problem.fields['fields'] && (
          <p className={css.error}>{problem.fields['fields']}</p>
        )}
      </fieldset>
      <TextField
        label={askLabels.dueField}
        name="due_at"
        type="datetime-local"
        defaultValue={inAWeek()}
      />
      <FormActions>
        <Button type="submit" isBusy={isBusy} busyLabel={askLabels.asking}>
          {askLabels.ask}
        </Button>
      </FormActions>
    </Form>
  );
}
