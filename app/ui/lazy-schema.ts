import type * as z from 'zod/mini';
import { readForm, type Reading } from './form-values.ts';

/** Shown if the schema could not be loaded: the form is unchanged and can be submitted again. */
const NOT_LOADED = 'No connection. Check that you are online, then try again.';

/** Milliseconds that a form waits for it: on a dead connection, browsers never give up. */
const TIMEOUT_MS = 20_000;

type LazySchema<S> = () => Promise<S>;

/**
 * A schema that is not needed to display its form: schemas and zod are 10 kB, which are loaded with
 * the first letter typed, or at the latest on submit.
 */
export function lazySchema<S>(load: () => Promise<S>): LazySchema<S> {
  let schema: Promise<S> | undefined;
  const get = () => {
    schema ??= load();
    // A failed load is retried when the form is submitted.
    schema.catch(() => (schema = undefined));
    return schema;
  };
  if (typeof document !== 'undefined')
    document.addEventListener('input', () => void get(), { once: true, passive: true });
  return get;
}

/**
 * Reads a form with the schema that the API also uses, once it is loaded. Never rejects and never
 * waits forever; a schema that loads too late is used by the next attempt.
 */
export async function checkForm<S extends z.ZodMiniType>(
  load: LazySchema<S>,
  data: FormData | Record<string, unknown>,
): Promise<Reading<z.output<S>>> {
  try {
    return readForm(await inTime(load()), data);
  } catch {
    return { problem: { message: NOT_LOADED } };
  }
}

async function inTime<S>(loading: Promise<S>): Promise<S> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The form could not be loaded.')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
