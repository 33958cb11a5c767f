import type { RoundState } from '#domain/rounds/schema.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ROUND_STATES } from './labels.ts';

const TONES = {
  draft: 'plain',
  open: 'wait',
  closed: 'wait',
  sealed: 'wait',
  released: 'good',
} as const;

export const RoundBadge = ({ state }: { state: RoundState }) => (
  <Badge tone={TONES[state]}>{ROUND_STATES[state]}</Badge>
);
