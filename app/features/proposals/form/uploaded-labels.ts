import type { ShownDocument } from './read-submission.ts';
import { checkLabels } from './check-labels.ts';
import { describeHalf, submitLabels } from './submit-labels.ts';

/** The current state of a document, in one sentence. */
export function describeDocument({ file, state, stored, refusal }: ShownDocument): string {
  if (refusal) return refusal;
  if (!file) return stored ? describeStored(stored) : '';
  if (!state) return `${checkLabels.later}.`;
  if (state.phase === 'ready') return `${submitLabels.ready}.`;
  return state.phase === 'checking' ? `${submitLabels.checking}.` : `${checkLabels.onItsWay}.`;
}

function describeStored({ state, received, size }: NonNullable<ShownDocument['stored']>): string {
  if (state === 'ready') return `${submitLabels.ready}.`;
  return state === 'uploading' ? describeHalf(received, size) : `${submitLabels.checking}.`;
}
