import pg from 'pg';

/**
 * One statement over a connection of its own: for the setup of test servers, never for the
 * product's work.
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
