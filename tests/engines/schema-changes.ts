/** What an older release running beside a newer one would miss in its schema. */
import type { TableMetadata } from 'kysely';

type Column = { dataType: string; isNullable: boolean; hasDefaultValue: boolean };
/** By table and column. */
export type Schema = Map<string, Map<string, Column>>;

export const toSchema = (tables: readonly TableMetadata[]): Schema =>
  new Map(
    tables.map(({ name, columns }) => [
      name,
      new Map(columns.map((column) => [column.name, column])),
    ]),
  );

function missingIn(was: Column, is: Column | undefined): string | undefined {
  if (!is) return 'is gone';
  if (was.dataType !== is.dataType) return `was ${was.dataType} and is ${is.dataType}`;
  return was.isNullable && !is.isNullable ? 'no longer takes null' : undefined;
}

/** A sentence for each; none if the newer schema only has additions. */
export function findContractions(before: Schema, after: Schema): string[] {
  const changes: string[] = [];
  for (const [table, columns] of before) {
    const columnsAfter = after.get(table);
    if (!columnsAfter) {
      changes.push(`the table ${table} is gone`);
      continue;
    }
    for (const [name, column] of columns) {
      const fault = missingIn(column, columnsAfter.get(name));
      if (fault) changes.push(`${table}.${name} ${fault}`);
    }
    for (const [name, { isNullable, hasDefaultValue }] of columnsAfter)
      if (!columns.has(name) && !isNullable && !hasDefaultValue)
        changes.push(`${table}.${name} is new and must be given`);
  }
  return changes;
}
