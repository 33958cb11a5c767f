import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OpeningPreview } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import type { Versioned } from '#app/api/transport.ts';
import { paths } from '#app/paths.ts';
import { roundCalls } from '#app/features/rounds/desk/round-calls.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { openingLabels as labels, stepLabels } from './labels.ts';
import { OpeningPlan } from './opening-plan.tsx';
import { RefusedRows } from '#app/features/refused/refused-rows.tsx';

type Props = { round: Versioned<Round>; onClose: () => void };

/**
 * What opening would do, and the one button that does it. If anything changed meanwhile, nothing
 * opens and the new preview is shown.
 */
export default function OpeningDialog({ round, onClose }: Props) {
  const opening = useOpening(round.id, onClose);
  const { preview, refusal, isBusy, hasChanged } = opening;
  return (
    <Dialog
      title={labels.title}
      isOpen
      isPage
      isBusy={isBusy}
      onClose={onClose}
      actions={
        <div className="row">
          <Button variant="secondary" aria-disabled={isBusy || undefined} onClick={onClose}>
            {stepLabels.cancel}
          </Button>
          {preview && (
            <Button isBusy={isBusy} onClick={() => void opening.open(preview)}>
              {stepLabels.open}
            </Button>
          )}
        </div>
      }
    >
      {!preview && !refusal && <Skeleton label={labels.loading} />}
      {hasChanged && (
        <Notice title={labels.changed} tone="bad">
          <p>{labels.changedText}</p>
        </Notice>
      )}
      {refusal && <Refusal id={round.id} error={refusal} onRetry={() => void opening.load()} />}
      {preview && <OpeningPlan round={round} preview={preview} />}
    </Dialog>
  );
}

/** While documents are being cleaned, the preview follows. */
const CLEANING_MS = 5_000;

/** Loads the preview at once; opening needs its hash. */
function useOpening(id: string, onClose: () => void) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [queryKeys.rounds, 'opening', id],
    queryFn: () => roundCalls.previewOpening(id),
    ...EDITED,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.cleaning ? CLEANING_MS : false),
  });
  const [refused, setRefused] = useState<Error | null>(null);
  const [hasChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const singleFlight = useSingleFlight();
  const refresh = useRoundsRefresh();
  const navigate = useNavigate();

  const load = () => {
    setRefused(null);
    return refetch();
  };
  const open = ({ plan_sha256, judges }: OpeningPreview) =>
    singleFlight(async () => {
      setBusy(true);
      setChanged(false);
      try {
        await roundCalls.open(id, plan_sha256);
        onClose();
        toast.success(labels.opened(judges.length));
        await navigate(paths.round({ id }, { tab: 'progress' }), { preventScrollReset: true });
        await refresh();
      } catch (refusal) {
        await learn(refusal as Error);
      } finally {
        setBusy(false);
      }
    });
  const learn = async (refusal: Error) => {
    const isOld = refusal instanceof ApiError && refusal.code === 'plan_changed';
    if (!isOld) return setRefused(refusal);
    await load();
    setChanged(true);
  };
  const refusal = refused ?? (isFetching ? null : error);
  const preview = refusal ? undefined : data;
  return { preview, refusal, hasChanged, isBusy, load, open };
}

type RefusalProps = { id: string; error: Error; onRetry: () => void };

/** Each thing that the round waits for, in a sentence. */
function Refusal({ id, error, onRetry }: RefusalProps) {
  const isKnown = error instanceof ApiError;
  const fields = isKnown ? Object.values(error.fields) : [];
  const refused = isKnown ? error.refused : [];
  const hasFields = fields.length > 0;
  return (
    <Notice
      title={hasFields ? labels.cannot : error.message}
      tone="bad"
      actions={
        hasFields ? (
          <LinkButton to={paths.round({ id }, { tab: 'setup' })} variant="secondary">
            {stepLabels.toSetup}
          </LinkButton>
        ) : (
          <Button variant="secondary" onClick={onRetry}>
            {labels.again}
          </Button>
        )
      }
    >
      {hasFields && (
        <ul>
          {fields.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <RefusedRows rows={refused} />
    </Notice>
  );
}
