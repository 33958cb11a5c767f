import { describePitch } from '#domain/proposals/timeline.ts';
import type { Proposal } from '#domain/proposals/schema.ts';

/** When and where its owner pitches, and for how long. */
export default function PitchLine({ pitch }: { pitch: NonNullable<Proposal['pitch']> }) {
  const { slot_at: at, ...where } = pitch;
  return (
    <p>
      <b>{describePitch({ slot: at === null ? null : new Date(at), ...where })}</b>
    </p>
  );
}
