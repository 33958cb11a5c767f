/** What the desk tells the wall, and the keys that the wall gives back: contract §9.9. */

type OnStage = {
  code: string;
  business_name: string;
  region: string;
};
export type WallState = {
  round: string;
  /** The clock: since when it runs, or null while it is paused; both in milliseconds. */
  now:
    | (OnStage & {
        phase: 'pitch' | 'questions';
        since: number | null;
        spent: number;
        total: number;
      })
    | null;
  next: (OnStage & { slot_at: string | null }) | null;
  isOver: boolean;
  /** After the sealing: who was shown last, null before the first; how many there are. */
  selected: { shown: { business_name: string; region: string } | null; left: number } | null;
};
export type WallMessage =
  | { from: 'desk'; state: WallState }
  | { from: 'wall'; asks: 'state' | 'forward' | 'back' };

export const openWallChannel = (roundId: string): BroadcastChannel =>
  new BroadcastChannel(`desk:${roundId}`);

/** How long the clock has run. */
export const elapsedOf = (
  { since, spent }: { since: number | null; spent: number },
  now: number,
): number => spent + (since === null ? 0 : Math.max(0, now - since));

/** "4:05", and "+0:12" past zero. */
export function formatLeft(leftMs: number): string {
  const seconds = leftMs < 0 ? Math.floor(-leftMs / 1000) : Math.ceil(leftMs / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return leftMs < 0 ? `+${text}` : text;
}

/** `low`: its last minute; `over`: past zero. */
export const toneOf = (leftMs: number): 'good' | 'low' | 'over' => {
  if (leftMs < 0) return 'over';
  return leftMs <= 60_000 ? 'low' : 'good';
};
