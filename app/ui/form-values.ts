import type * as z from 'zod/mini';
import { invalid } from '#domain/problem.ts';

/** An ApiError or a schema's refusal, in the form that a form shows. */
export type FormProblem = { message: string; fields?: Record<string, string> };
export type Reading<T> =
  | { value: T; problem?: undefined }
  | { value?: undefined; problem: FormProblem };

const SECRET = /password|otp/;

/** The text fields of a form, except secrets, which must not be stored. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const pairs = [...new FormData(form)].filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && !SECRET.test(pair[0]),
  );
  return Object.fromEntries(pairs);
}

/** Reads a form with the schema that the API also uses; the first refusal of each field counts. */
export function readForm<S extends z.ZodMiniType>(
  schema: S,
  data: FormData | Record<string, unknown>,
): Reading<z.output<S>> {
  const input = data instanceof FormData ? Object.fromEntries(data) : data;
  const result = schema.safeParse(input);
  return result.success ? { value: result.data } : { problem: toProblem(result.error) };
}

function toProblem(error: z.core.$ZodError): FormProblem {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[String(issue.path[0] ?? '')] ??= issue.message;
  return invalid(fields).toBody();
}
