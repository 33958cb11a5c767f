/**
 * Converts the values that the embedded database returns into rows. Its own row objects are
 * dictionaries, which makes a list of a thousand rows twice as expensive to read and present
 * (docs/decisions/0035).
 */
import { LRUCache } from 'lru-cache';

export type Row = Record<string, unknown>;
export type MakeRow = (values: unknown[]) => Row;
type Column = { name: string; type: string | null };
type Reader = (value: unknown) => unknown;

/** How this product writes a date; a file may have been written by other programs too. */
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Is presented as the text that it was read from: formatting a date costs twice as much as reading
 * one.
 */
class StoredDate extends Date {
  readonly #text: string;

  constructor(text: string) {
    super(text);
    this.#text = text;
  }

  override toISOString(): string {
    return this.#text;
  }
}

const readDate = (text: string): Date =>
  ISO_DATE.test(text) ? new StoredDate(text) : new Date(text);

/** By the declared type of a column. */
const READERS: Record<string, Reader> = {
  boolean: (value) => (value === null ? null : value === 1),
  timestamptz: (value) => (value === null ? null : readDate(value as string)),
  jsonb: (value) => (value === null ? null : JSON.parse(value as string)),
};

const MAKERS = 500;
const makers = new LRUCache<string, MakeRow>({ max: MAKERS });

/** Takes a statement's columns; statements with the same columns share the function. */
export function rowMakerOf(columns: Column[]): MakeRow {
  const key = JSON.stringify(columns.map(({ name, type }) => [name, type]));
  const known = makers.get(key);
  if (known) return known;
  const made = writeMaker(columns);
  makers.set(key, made);
  return made;
}

/**
 * Generates code: only an object literal with all its names is a fast object. The names come from
 * our own statements.
 */
function writeMaker(columns: Column[]): MakeRow {
  const readers = columns.map(({ type }) => READERS[type?.toLowerCase() ?? '']);
  const fields = columns.map(({ name }, place) => {
    const value = `values[${place}]`;
    return `${JSON.stringify(name)}: ${readers[place] ? `readers[${place}](${value})` : value}`;
  });
  const write = new Function('readers', `return (values) => ({ ${fields.join(', ')} });`);
  return write(readers) as MakeRow;
}
