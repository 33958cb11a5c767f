import { useState } from 'react';
import type { FormProblem } from './form-values.ts';

/** Marks the element around a field, whose error disappears when something inside it changes. */
export const FIELD = 'data-field';

const nothing: ReadonlySet<string> = new Set();

/**
 * The remaining errors: an error disappears as soon as its field is changed. `markChanged` takes
 * the changed element, anywhere inside its field.
 */
export function useRemainingErrors(problem: FormProblem | null) {
  const [seen, setSeen] = useState(problem);
  const [changed, setChanged] = useState(nothing);
  if (problem !== seen) {
    setSeen(problem);
    setChanged(nothing);
  }
  const markChanged = (target: EventTarget) => {
    const name = (target as Element).closest(`[${FIELD}]`)?.getAttribute(FIELD);
    if (name && problem?.fields?.[name] && !changed.has(name))
      setChanged(new Set([...changed, name]));
  };
  return { remaining: withoutChanged(problem, changed), markChanged };
}

/** Null when the last one is resolved; a refusal that is not about a field stays. */
function withoutChanged(
  problem: FormProblem | null,
  changed: ReadonlySet<string>,
): FormProblem | null {
  if (!problem?.fields || changed.size === 0) return problem;
  const fields = Object.entries(problem.fields).filter(([name]) => !changed.has(name));
  if (fields.length === 0) return null;
  return { message: problem.message, fields: Object.fromEntries(fields) };
}
