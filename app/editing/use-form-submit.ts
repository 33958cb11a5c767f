import { useRef, useState } from 'react';
import { SEVERAL_FIELDS, type ProblemCode } from '#domain/problem.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { FormProblem } from '#app/ui/form-values.ts';

/**
 * Maps a refusal without `fields` to the field that it is about, by its code, or to a sentence for
 * each field.
 */
type ErrorToFields =
  | Partial<Record<ProblemCode, string>>
  | ((error: ApiError) => Record<string, string>);

/** What a form shows for a thrown error; an unexpected error is shown as the fallback. */
export function refusalOf(
  error: unknown,
  fallback: string,
  mapErrorToFields: ErrorToFields = {},
): FormProblem {
  if (!(error instanceof ApiError)) return { message: fallback };
  if (Object.keys(error.fields).length > 0) return error;
  const fields =
    typeof mapErrorToFields === 'function'
      ? mapErrorToFields(error)
      : fieldsByCode(error, mapErrorToFields);
  // Must stay an ApiError: screens check its code.
  const refusal = new ApiError(
    error.status,
    error.code,
    Object.keys(fields).length > 1 ? SEVERAL_FIELDS : error.message,
    fields,
  );
  refusal.refused = error.refused;
  return refusal;
}

function fieldsByCode(
  { code, message }: ApiError,
  fields: Partial<Record<ProblemCode, string>>,
): Record<string, string> {
  const field = fields[code as ProblemCode];
  return field ? { [field]: message } : {};
}

/**
 * Runs one task at a time: a second click does nothing, even before the screen has reacted to the
 * first.
 */
export function useSingleFlight() {
  const isRunning = useRef(false);
  return async (work: () => Promise<unknown>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await work();
    } finally {
      isRunning.current = false;
    }
  };
}

/**
 * Runs one call of a form at a time: a second click does nothing, and a refusal is shown in place.
 */
export function useFormSubmit(fallback: string, mapErrorToFields?: ErrorToFields) {
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const singleFlight = useSingleFlight();

  const run = (work: () => Promise<void>): Promise<void> =>
    singleFlight(async () => {
      setBusy(true);
      setProblem(null);
      try {
        await work();
      } catch (error) {
        setProblem(refusalOf(error, fallback, mapErrorToFields));
      } finally {
        setBusy(false);
      }
    });
  return { problem, isBusy, run, refuse: setProblem };
}
