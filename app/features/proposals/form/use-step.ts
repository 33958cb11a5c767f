import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FIRST_STEP, paths } from '#app/paths.ts';
import { fieldId } from '#app/ui/field.tsx';

export const DOCUMENTS_STEP = 'documents';
export const CHECK_STEP = 'check';

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
  /** A single answer is corrected: the check is next. */
  const [isFixing, setFixing] = useState(false);
  const wanted = useRef<string>(undefined);
  const step = search.get('step') ?? FIRST_STEP;
  const isChecking = step === CHECK_STEP;
  const draftId = search.get('draftId');
  const form = draftId ? paths.sharedDraft({ draftId }) : paths.submitProposal({ programId });
  const open = (name: string, isInstead: boolean) =>
    void navigate(name === FIRST_STEP ? form : `${form}&step=${name}`, {
      preventScrollReset: name === CHECK_STEP,
      replace: isInstead,
    });
  const focusWanted = () => {
    if (wanted.current) document.getElementById(fieldId(wanted.current))?.focus();
    wanted.current = undefined;
  };
  useEffect(() => {
    if (step !== CHECK_STEP) focusWanted();
  }, [step]);
  return {
    step,
    isChecking,
    isFixing,
    openCheck: () => {
      if (isChecking) return;
      setFormer(step);
      setFixing(false);
      open(CHECK_STEP, false);
    },
    /** Without a name, the step before the check. Focuses the field of this name. */
    openStep: (name = former ?? FIRST_STEP, field?: string) => {
      wanted.current = field;
      if (isChecking) setFixing(field !== undefined);
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
