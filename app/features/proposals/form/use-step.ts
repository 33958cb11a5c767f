import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FIRST_STEP, paths } from '#app/paths.ts';
import { fieldId } from '#app/ui/field.tsx';

const CHECK = 'check';

/** React Router counts the entries of this tab. */
const placeInHistory = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/**
 * A step of the form or the check page, as in the address: the browser's Back leads a step back.
 */
export function useStep(programId: string) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [entrance] = useState(placeInHistory);
  /** The step before the check; none if the page was opened with it. */
  const [former, setFormer] = useState<string>();
  const wanted = useRef<string>(undefined);
  const step = search.get('step') ?? FIRST_STEP;
  const isChecking = step === CHECK;
  const form = paths.submitProposal({ programId });
  const open = (name: string, isInstead: boolean) =>
    void navigate(name === FIRST_STEP ? form : `${form}&step=${name}`, {
      preventScrollReset: name === CHECK,
      replace: isInstead,
    });
  const focusWanted = () => {
    if (wanted.current) document.getElementById(fieldId(wanted.current))?.focus();
    wanted.current = undefined;
  };
  useEffect(() => {
    if (step !== CHECK) focusWanted();
  }, [step]);
  return {
    step,
    isChecking,
    openCheck: () => {
      setFormer(step);
      open(CHECK, false);
    },
    /** Without a name, the step before the check. Focuses the field of this name. */
    openStep: (name = former ?? FIRST_STEP, field?: string) => {
      wanted.current = field;
      if (name === step) focusWanted();
      else if (isChecking && name === former) history.back();
      else open(name, isChecking);
    },
    /** So that Back does not lead to the form later. */
    leave: async () => {
      const steps = placeInHistory() - entrance;
      if (steps > 0) await goBack(steps);
    },
  };
}

const goBack = (steps: number) =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    history.go(-steps);
  });
