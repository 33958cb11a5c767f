import type { ReactElement } from 'react';
import { Button } from '#app/ui/button.tsx';
import { FormActions } from '#app/ui/form.tsx';
import { questionLabels } from './labels.ts';
import type { Step } from './read-steps.ts';

type Props = {
  steps: readonly Step[];
  current: string;
  onOpen: (name: string) => void;
  /** What the last step leads to. */
  checkLabel: string;
  /** What the first step has in place of a way back. */
  cancel: ReactElement;
};

/** On to the next step, and back; the last one leads to the check. */
export function StepActions({ steps, current, onOpen, checkLabel, cancel }: Props) {
  const place = steps.findIndex(({ name }) => name === current);
  const before = steps[place - 1];
  return (
    <FormActions>
      <Button type="submit">
        <span>{place === steps.length - 1 ? checkLabel : questionLabels.next}</span>
      </Button>
      {before ? (
        <Button variant="secondary" onClick={() => onOpen(before.name)}>
          {questionLabels.back}
        </Button>
      ) : (
        cancel
      )}
    </FormActions>
  );
}
