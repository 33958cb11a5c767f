import type * as z from 'zod/mini';
import { readForm, type Reading } from './form-values.ts';

/** Said where the schema did not come: the form is as it was, and can be sent again. */
const NOT_LOADED = 'No connection. Check your network, then try again.';

/** Milliseconds that a form waits for it: on a dead line the browser never gives up by itself. */
const TIMEOUT_MS = 20_000;

type LazySchema<S> = () => Promise<S>;

/**
 * A schema that its form can be read without: schemas and what they are written with weigh 10 kB,
 * which come with the first letter that somebody types, at the latest when the form is sent.
 */
export function lazySchema<S>(load: () => Promise<S>): LazySchema<S> {
  let schema: Promise<S> | undefined;
  const get = () => {
    schema ??= load();
    // Whatever failed is tried again when the form is sent.
    schema.catch(() => (schema = undefined));
    return schema;
  };
  if (typeof document !== 'undefined')
    document.addEventListener('input', () => void get(), { once: true, passive: true });
  return get;
}

/**
 * Reads a form by the schema that the API uses too, once that is there. Never rejects, and never
 * waits for ever; what comes later is there for the next try.
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
    timer = setTimeout(() => reject(new Error('The schema did not come.')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
