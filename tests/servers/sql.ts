import pg from 'pg';

/**
 * One statement over a connection of its own: for what test servers need, never for what the
 * product does.
 */
export async function query(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    const result = await client.query(text, values);
    return result.rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
