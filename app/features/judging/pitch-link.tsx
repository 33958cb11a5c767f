import type { Round } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { judgingLabels as labels } from './labels.ts';
import { pitchKey, pitches } from './pitch/stored-records.ts';

/** To the screen of a round in a hall, as long as it takes scores. */
export function PitchLink({ round: { id, state } }: { round: Round }) {
  const record = pitches.read(pitchKey(useProfile().id, id));
  const waiting = record?.unsent.length ?? 0;
  if (waiting === 0 && state !== 'open') return null;
  return (
    <LinkButton to={paths.pitch({ id })}>
      {record?.isReady ? labels.scorePitches : labels.getReady}
    </LinkButton>
  );
}
