/** What an entry of the log says was changed, whichever release wrote it. */

export type LoggedChange = { field: string; before?: unknown; after?: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (fields: unknown): LoggedChange[] =>
  Array.isArray(fields) ? fields.map((field) => ({ field: String(field) })) : [];

function fromRecord(changes: Record<string, unknown>): LoggedChange[] {
  const { fields, before, after } = changes;
  if (fields !== undefined) return fieldsOf(fields);
  const [old, next] = isRecord(after) ? [before, after] : [undefined, changes];
  return Object.entries(next).map(([field, value]) => ({
    field,
    ...(isRecord(old) && field in old && { before: old[field] }),
    after: value,
  }));
}

/**
 * Takes the column as it was read. Entries are lists of `{ field, before, after }`; older ones name
 * fields, hold two records, or one.
 */
export function readChanges(changes: unknown): LoggedChange[] {
  if (Array.isArray(changes))
    return changes.filter((change) => isRecord(change) && 'field' in change);
  return isRecord(changes) ? fromRecord(changes) : [];
}
