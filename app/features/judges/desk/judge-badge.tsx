import type { Judge } from '#domain/judges/schema.ts';
import { Badge } from '#app/ui/badge.tsx';
import { JUDGE_STATES, judgeLabels } from './labels.ts';

/** What became of the invitation, or that the account is closed for now. */
export function JudgeBadge({ judge: { state, is_active: isActive } }: { judge: Judge }) {
  if (!isActive) return <Badge tone="bad">{judgeLabels.inactive}</Badge>;
  const tone = { invited: 'wait', accepted: 'good', declined: 'bad' } as const;
  return <Badge tone={tone[state]}>{JUDGE_STATES[state]}</Badge>;
}
