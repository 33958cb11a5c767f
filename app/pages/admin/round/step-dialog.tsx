import { useNavigate } from 'react-router';
import type { Round } from '#domain/rounds/schema.ts';
import type { Versioned } from '#app/api/transport.ts';
import { paths } from '#app/paths.ts';
import { resultCalls } from '#app/features/rounds/desk/result-calls.ts';
import { useEveryEntry } from '#app/features/rounds/desk/use-entries.ts';
import { usePanel } from '#app/features/rounds/desk/use-panel.ts';
import { useRoundsRefresh } from '#app/features/rounds/desk/use-rounds.ts';
import { EndField } from '#app/ui/end-field.tsx';
import { AskDialog, ReasonField, Kept, Owing } from './ask-dialog.tsx';
import { stepLabels as labels } from './labels.ts';
import { ReleaseDialog } from './release-tab.tsx';
import type { Tab } from './round-steps.tsx';

export type Step = 'open' | 'close' | 'reopen' | 'fill' | 'seal' | 'unseal' | 'release';

type Props = {
  step: Exclude<Step, 'open'>;
  round: Versioned<Round>;
  onClose: () => void;
};

/** Asks before the step, takes it, and shows the part where an admin goes on. */
export default function StepDialog({ step, round, onClose }: Props) {
  const { id } = round;
  const { data: panel } = usePanel(id);
  const refresh = useRoundsRefresh();
  const navigate = useNavigate();
  const then = async (tab: Tab, said: string) => {
    await refresh();
    await navigate(paths.round({ id }, { tab }), { preventScrollReset: true });
    return said;
  };
  if (step === 'release') return <ReleaseDialog round={round} onClose={onClose} />;
  if (step === 'close')
    return (
      <AskDialog
        title={labels.closeTitle}
        text={round.kind === 'pitch' ? labels.closePitchText : labels.closeText}
        confirmLabel={labels.close}
        onClose={onClose}
        onConfirm={async () => {
          await resultCalls.close(id);
          return then('ranking', labels.closed);
        }}
      >
        {round.kind === 'pitch' ? <Owing panel={panel} /> : <Missing round={round} />}
      </AskDialog>
    );
  if (step === 'reopen')
    return (
      <AskDialog
        title={labels.reopenTitle}
        text={labels.reopenText}
        confirmLabel={labels.reopen}
        onClose={onClose}
        onConfirm={async ({ reason = '', closes_at = '' }) => {
          await resultCalls.reopen(id, { reason, closes_at });
          return then('progress', labels.reopened);
        }}
      >
        <ReasonField hint={labels.publicReasonHint} />
        <EndField label={labels.closesAt} name="closes_at" />
      </AskDialog>
    );
  if (step === 'fill')
    return (
      <AskDialog
        title={labels.fillTitle}
        text={labels.fillText(round.places!)}
        confirmLabel={labels.fill}
        onClose={onClose}
        onConfirm={async () => {
          await resultCalls.decide(id, { from_ranking: true }, round.etag);
          return then('decisions', labels.filled);
        }}
      />
    );
  if (step === 'seal')
    return (
      <AskDialog
        title={labels.sealTitle}
        text={labels.sealText}
        confirmLabel={labels.seal}
        onClose={onClose}
        onConfirm={async ({ note = '' }) => {
          await resultCalls.seal(id, note.trim() || null);
          return then('release', labels.sealed);
        }}
      >
        {round.kind === 'pitch' && <Kept panel={panel} />}
        <ReasonField name="note" label={labels.note} hint={labels.noteHint} />
      </AskDialog>
    );
  return (
    <AskDialog
      title={labels.unsealTitle}
      text={labels.unsealText}
      confirmLabel={labels.unseal}
      isDestructive
      onClose={onClose}
      onConfirm={async ({ reason = '' }) => {
        await resultCalls.unseal(id, reason);
        return then('decisions', labels.unsealed);
      }}
    >
      <ReasonField hint={labels.publicReasonHint} />
    </AskDialog>
  );
}

/** What closing now leaves out: how many reviews, whose, and which proposals fall short by it. */
function Missing({ round: { id, reviews_per_proposal: wanted } }: { round: Round }) {
  const { data: panel } = usePanel(id);
  const { data: entries } = useEveryEntry(id);
  if (!panel || !entries) return <p role="status">{labels.closing}</p>;
  const behind = panel.filter(({ assigned, submitted }) => submitted < assigned);
  const sum = (name: 'assigned' | 'submitted') => panel.reduce((all, row) => all + row[name], 0);
  const short = entries.filter(
    ({ state, submitted }) => state === 'in' && wanted !== null && submitted < wanted,
  );
  const none = short.filter(({ submitted }) => submitted === 0);
  return (
    <>
      {behind.length === 0 ? (
        <p>{labels.allSubmitted}</p>
      ) : (
        <>
          <p>{labels.missing(sum('assigned') - sum('submitted'), sum('assigned'))}</p>
          <ul>
            {behind.map(({ judge, assigned, submitted }) => (
              <li key={judge.id}>{labels.missingOf(judge.name, assigned - submitted)}</li>
            ))}
          </ul>
        </>
      )}
      {short.length > 0 && <p>{labels.becomesShort(short.length, none.length, wanted!)}</p>}
    </>
  );
}

/** False, and nothing is changed, if outcomes would be replaced. */
export async function fillFromRanking(id: string): Promise<boolean> {
  const { rows, etag } = await resultCalls.listDecisions(id);
  if (rows.some(({ outcome }) => outcome !== null)) return false;
  await resultCalls.decide(id, { from_ranking: true }, etag);
  return true;
}
