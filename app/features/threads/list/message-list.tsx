import { formatShortDateTime } from '#domain/dates.ts';
import { THREAD_LIMITS } from '#domain/threads/rules.ts';
import { ApiError } from '#app/api/api-error.ts';
import KeptVersion from '#app/editing/kept-version.tsx';
import { useKeptTexts } from '#app/editing/use-kept-texts.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import { threadLabels } from '../labels.ts';
import css from '../message-list.module.css';
import { useMessages, useSending } from './use-messages.ts';

/** The thread about a proposal, oldest first, and a field for the next message. */
export default function MessageList({ proposalId }: { proposalId: string }) {
  const query = useMessages(proposalId);
  const { data: messages } = query;
  return (
    <div className={css.thread}>
      <Waiting query={query} label={threadLabels.loading} rows={2} />
      {messages?.length === 0 && <p className="note">{threadLabels.none}</p>}
      {messages && messages.length > 0 && (
        <ol className="bare">
          {messages.map(({ id, at, author, from, text }) => (
            <li key={id} data-from={from}>
              <p className="note">
                <b>{author}</b> <time dateTime={at}>{formatShortDateTime(at)}</time>
              </p>
              <p className="as-typed">{text}</p>
            </li>
          ))}
        </ol>
      )}
      <MessageForm proposalId={proposalId} />
    </div>
  );
}

function MessageForm({ proposalId }: { proposalId: string }) {
  const texts = useKeptTexts<'text'>(`message:${proposalId}`);
  const { text = '' } = texts.draft;
  const { mutate, isPending, error } = useSending(proposalId);
  const fieldId = `message-${proposalId}`;
  const send = () =>
    mutate(text, {
      onSuccess: () => {
        texts.clear('text', text);
        toast.success(threadLabels.sent);
      },
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() && !isPending) send();
      }}
    >
      <KeptVersion texts={texts} />
      <label htmlFor={fieldId}>{threadLabels.text}</label>
      <textarea
        id={fieldId}
        rows={4}
        maxLength={THREAD_LIMITS.textLength}
        value={text}
        readOnly={isPending}
        onChange={(event) => texts.write({ text: event.target.value })}
      />
      {error && (
        <p className={css.error} role="alert">
          {error instanceof ApiError ? (error.fields['text'] ?? error.message) : error.message}
        </p>
      )}
      <Button type="submit" variant="secondary" isBusy={isPending}>
        {threadLabels.send}
      </Button>
    </form>
  );
}
