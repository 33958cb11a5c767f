/** Reads the log through the API, as an admin does. */
import { expect } from 'vitest';
import type { Person } from './app.ts';

export function readAuditLog(admin: () => Person) {
  const list = async (query: Record<string, string>) => {
    const { status, body, headers } = await admin().get(`/audit/?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    return { entries: body, total: headers.get('x-total-count') };
  };
  /** The entries about an entity, newest first. */
  const entriesOf = async (entity_id: string) => (await list({ entity_id })).entries;
  const newestOf = async (entity_id: string) => (await entriesOf(entity_id))[0];
  return { list, entriesOf, newestOf };
}
