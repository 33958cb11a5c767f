import { useState } from 'react';
import type { FormProblem } from './form-values.ts';

/** Marks the element around a field, whose error disappears when something inside it changes. */
export const FIELD = 'data-field';

const nothing: ReadonlySet<string> = new Set();

/**
 * The remaining errors: an error disappears as soon as its field is changed. `mend` takes the
 * changed element, anywhere inside its field.
 */
export function useMended(problem: FormProblem | null) {
  const [seen, setSeen] = useState(problem);
  const [mended, setMended] = useState(nothing);
  if (problem !== seen) {
    setSeen(problem);
    setMended(nothing);
  }
  const mend = (target: EventTarget) => {
    const name = (target as Element).closest(`[${FIELD}]`)?.getAttribute(FIELD);
    if (name && problem?.fields?.[name] && !mended.has(name)) setMended(new Set([...mended, name]));
  };
  return { left: withoutMended(problem, mended), mend };
}

/** Null when the last one is resolved; a refusal that is not about a field stays. */
function withoutMended(
  problem: FormProblem | null,
  mended: ReadonlySet<string>,
): FormProblem | null {
  if (!problem?.fields || mended.size === 0) return problem;
  const fields = Object.entries(problem.fields).filter(([name]) => !mended.has(name));
  if (fields.length === 0) return null;
  return { message: problem.message, fields: Object.fromEntries(fields) };
}
