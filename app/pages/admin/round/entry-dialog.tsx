import { useQuery } from '@tanstack/react-query';
import { redact } from '#domain/judging/redaction-rules.ts';
import { JUDGING } from '#domain/judging/rules.ts';
import type { Entry } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { entryCalls } from '#app/features/rounds/desk/entry-calls.ts';
import { panelCalls } from '#app/features/rounds/desk/panel-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { AskDialog, ReasonField } from './ask-dialog.tsx';
import { entryLabels as labels, nameOf } from './labels.ts';

export type EntryChange = 'redact' | 'withdraw' | 'putBack' | 'further' | 'move';

type Props = { round: Round; entry: Entry; change: EntryChange; onClose: () => void };

/** One change of one proposal in the round. */
export function EntryDialog({ round, entry, change, onClose }: Props) {
  const refresh = useRoundsRefresh();
  const id = entry.proposal_id!;
  const done = async (said: string) => {
    await refresh();
    return said;
  };
  if (change === 'redact') return <RedactDialog {...{ round, entry, onClose }} />;
  if (change === 'further')
    return (
      <AskDialog
        title={`${labels.further}: ${nameOf(entry)}`}
        text={labels.furtherText}
        confirmLabel={labels.further}
        onClose={onClose}
        onConfirm={async () => {
          const input = { proposal_ids: [id], count: 1 };
          const { assigned } = await panelCalls.assign(round.id, input);
          return done(labels.furtherDone(assigned));
        }}
      />
    );
  if (change === 'move') return <MoveDialog {...{ round, entry, onClose }} />;
  if (change === 'putBack')
    return (
      <AskDialog
        title={`${labels.putBack}: ${nameOf(entry)}`}
        text={labels.putBackText}
        confirmLabel={labels.putBack}
        onClose={onClose}
        onConfirm={async () => {
          await entryCalls.update(round.id, id, { state: 'in' });
          return done(labels.isBack);
        }}
      />
    );
  return (
    <AskDialog
      title={labels.withdrawTitle(nameOf(entry))}
      text={labels.withdrawText}
      confirmLabel={labels.withdraw}
      isDestructive
      onClose={onClose}
      onConfirm={async ({ reason = '' }) => {
        await entryCalls.update(round.id, id, { state: 'withdrawn', reason });
        return done(labels.withdrawn);
      }}
    >
      <ReasonField />
    </AskDialog>
  );
}

/** To another place in the order of the pitches. */
function MoveDialog({ round, entry, onClose }: Omit<Props, 'change'>) {
  const refresh = useRoundsRefresh();
  return (
    <AskDialog
      title={labels.moveTitle(nameOf(entry))}
      text={labels.moveText(round.counts!.entries)}
      confirmLabel={labels.save}
      onClose={onClose}
      onConfirm={async ({ order = '' }) => {
        await entryCalls.update(round.id, entry.proposal_id!, { order: Number(order) });
        await refresh();
        return labels.moved;
      }}
    >
      <TextField
        label={labels.place}
        name="order"
        inputMode="numeric"
        defaultValue={String(entry.order)}
      />
    </AskDialog>
  );
}

/** Begins with what judges read now, since they read exactly what is saved; the original stays. */
function RedactDialog({ round, entry, onClose }: Omit<Props, 'change'>) {
  const refresh = useRoundsRefresh();
  const id = entry.proposal_id!;
  const { data: text, error } = useQuery({
    queryKey: [queryKeys.rounds, 'description', id],
    queryFn: async ({ signal }) => {
      const { applicant, ...proposal } = await api.peekProposal(id, { signal });
      const { phone_number = '' } = applicant;
      const email = applicant.email ?? '';
      const text = textOf(proposal.business_description);
      if (!round.is_blind) return text;
      return redact(text, { ...proposal, ...applicant, email, phone_number });
    },
    enabled: entry.redacted_description === null,
  });
  const start = entry.redacted_description ?? text;
  return (
    <AskDialog
      title={labels.redactTitle(nameOf(entry))}
      text={error ? error.message : labels.redactText}
      confirmLabel={labels.save}
      onClose={onClose}
      onConfirm={async ({ redacted_description: typed = '' }) => {
        const isWhole = typed.trim() === '';
        await entryCalls.update(round.id, id, { redacted_description: isWhole ? null : typed });
        await refresh();
        return labels.saved;
      }}
    >
      {start === undefined ? (
        <Skeleton label={labels.loadingDescription} rows={3} />
      ) : (
        <TextAreaField
          label={labels.description}
          name="redacted_description"
          hint={labels.descriptionHint}
          isOptional
          rows={12}
          maxLength={JUDGING.redaction}
          defaultValue={start}
        />
      )}
    </AskDialog>
  );
}

/** The words of the rich text, each block on a line of its own. */
function textOf(html: string | null): string {
  const marked = (html ?? '').replace(/<(br|\/p|\/li|\/h\d|\/blockquote)[^<>]*>/g, '\n');
  const { textContent } = new DOMParser().parseFromString(marked, 'text/html').body;
  return (textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
