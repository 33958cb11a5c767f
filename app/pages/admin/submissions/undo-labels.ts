import { bulkTitle } from './bulk-labels.ts';
import type { BulkRun } from './bulk-runs.ts';

/** Labels for undoing a change of several proposals. */
export const undoLabels = {
  undo: 'Undo',
  undoUntil: (seconds: number) => `Undo (${seconds} s)`,
  close: 'Close this message',
  noAnswer: 'No answer arrived. Check your connection and try again.',
} as const;

const figure = (count: number): string => count.toLocaleString('en-GB');

/** What is said of a run: before, without and after its undo. */
export function sayRun(run: BulkRun): { title: string; text: string; isBad: boolean } {
  const name = `“${bulkTitle(run.action, run.changed)}”`;
  const { outcome, problem } = run;
  if (outcome && 'refusal' in outcome)
    return { title: `${name} was not undone`, text: outcome.refusal, isBad: true };
  if (outcome) return { ...sayUndone(run, name, outcome.undone), isBad: false };
  const title = `You can still undo ${name}`;
  if (problem) return { title, text: problem, isBad: true };
  return { title, text: sayWaiting(run), isBad: false };
}

function sayWaiting({ waiting, changed, undoSeconds }: BulkRun): string {
  const people = waiting === 1 ? '1 applicant gets' : `${figure(waiting)} applicants get`;
  const seconds = undoSeconds === 1 ? '1 second' : `${undoSeconds} seconds`;
  return [
    `${people} an email ${seconds} after the change. Until then, nobody is told.`,
    ...sayRest(changed - waiting),
  ].join(' ');
}

function sayUndone({ waiting, changed }: BulkRun, name: string, undone: number) {
  const share = undone === changed ? '' : ` for ${figure(undone)} of ${figure(changed)}`;
  const left = waiting - undone;
  const reasons = [
    ...(left > 0
      ? [
          left === 1
            ? '1 proposal was left as it is: somebody has decided it since, or its applicant has been told.'
            : `${figure(left)} proposals were left as they are: somebody has decided them since, or their applicants have been told.`,
        ]
      : []),
    ...sayRest(changed - waiting),
  ];
  return {
    title: `${name} was undone${share}`,
    text: [
      undone === 1 ? 'It is as it was before.' : 'They are as they were before.',
      ...reasons,
    ].join(' '),
  };
}

/** Those that no applicant would hear of. */
const sayRest = (count: number): string[] =>
  count === 0
    ? []
    : [
        count === 1
          ? '1 proposal stays as it is now: nobody gets an email about it.'
          : `${figure(count)} proposals stay as they are now: nobody gets an email about them.`,
      ];
