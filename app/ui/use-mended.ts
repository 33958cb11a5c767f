import { useState } from 'react';
import type { FormProblem } from './form-values.ts';

/** Marks the element around a field, whose error disappears when something in it changes. */
export const FIELD = 'data-field';

const nothing: ReadonlySet<string> = new Set();

/**
 * What is still wrong: an error goes as soon as its field is changed. `mend` takes what was
 * changed, wherever in its field it stands.
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

/** Null when the last one is mended; a refusal that is about no field stays. */
function withoutMended(
  problem: FormProblem | null,
  mended: ReadonlySet<string>,
): FormProblem | null {
  if (!problem?.fields || mended.size === 0) return problem;
  const fields = Object.entries(problem.fields).filter(([name]) => !mended.has(name));
  if (fields.length === 0) return null;
  return { message: problem.message, fields: Object.fromEntries(fields) };
}
