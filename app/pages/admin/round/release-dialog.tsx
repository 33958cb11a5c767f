import { useQuery } from '@tanstack/react-query';
import { formatShortDateTime } from '#domain/dates.ts';
import type { ReleasePreview } from '#domain/judging/ranking-schema.ts';
import { readDeadline } from '#domain/programs/deadline-rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { releaseLabels as labels } from './result-labels.ts';

type Props = {
  round: Round;
  /** When, as typed; without it, now. */ at?: string;
  onClose: () => void;
};

/** Says who gets what, then releases now or plans it. */
export default function ReleaseDialog({ round, at, onClose }: Props) {
  const refresh = useRoundsRefresh();
  const { data, error, refetch } = useQuery({
    queryKey: [queryKeys.rounds, 'release', round.id],
    queryFn: () => resultCalls.previewRelease(round.id),
    staleTime: 0,
  });
  const moment = at && readDeadline(at);
  return (
    <AskDialog
      title={labels.title}
      text={`${labels.text} ${round.is_final ? labels.finalText : labels.notFinalText}`}
      confirmLabel={moment ? labels.on(formatShortDateTime(moment)) : labels.now}
      onClose={onClose}
      onConfirm={async () => {
        await resultCalls.release(round.id, at);
        await refresh();
        return at ? labels.plannedDone : labels.released;
      }}
    >
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label={labels.loading} rows={2} />}
      {data && <Facts isCompact facts={factsOf(data)} />}
      {data?.samples.map(({ outcome, to, subject, text }) => (
        <details key={outcome} className="fold">
          <summary>{labels.sample[outcome](to)}</summary>
          <p>
            <b>{subject}</b>
          </p>
          <p className="as-typed">{text}</p>
        </details>
      ))}
    </AskDialog>
  );
}

const factsOf = (preview: ReleasePreview): [string, string][] =>
  (
    [
      [labels.selected, preview.selected],
      [labels.notSelected, preview.not_selected],
      [labels.withdrawn, preview.withdrawn],
      ...(preview.absent > 0 ? [[labels.absent, preview.absent] as const] : []),
      [labels.mails, preview.mails],
      [labels.withoutComment, preview.without_comment],
    ] as const
  ).map(([label, count]) => [label, count.toLocaleString('en-GB')]);
