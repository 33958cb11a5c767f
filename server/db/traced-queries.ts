import type { LogEvent } from 'kysely';
import type { Tracer } from '../tracing/tracer.ts';

const MOST_SQL_CHARS = 2000;

/** Creates a span per statement: with its placeholders, without their values. */
export const traceQueries =
  (tracer: Tracer) =>
  (event: LogEvent): void => {
    const sql = event.query.sql.slice(0, MOST_SQL_CHARS);
    const error = event.level === 'error' ? event.error : undefined;
    tracer.ended('database', { 'db.query.text': sql }, event.queryDurationMillis, error);
  };
