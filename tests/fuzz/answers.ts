/** Whether the API's description allows an answer. */
import { z } from 'zod';
import type { OpenApi, Operation } from '#server/http/openapi.ts';

export type FuzzedResponse = {
  method: string;
  status: number;
  type: string;
  text: string;
  headers: Headers;
};

const REFS = '#/components/schemas/';
/** Statuses that any address may answer: the request itself could not be read. */
const OF_ANY_CALL = new Set([304, 400, 404, 408, 413, 415, 422, 429, 431]);

type Check = (value: unknown) => string | undefined;
type DescribedResponse = { content?: Record<string, { schema?: object }>; headers?: object };

/** Returns a judge: undefined for an allowed answer, else what is wrong with it. */
export function createJudge({
  components,
}: OpenApi): (operation: Operation, answer: FuzzedResponse) => string | undefined {
  const checks = new Map<object, Check>();
  const definitions = JSON.parse(JSON.stringify(components.schemas).replaceAll(REFS, '#/$defs/'));
  const checkFor = (schema: object): Check => {
    const cached = checks.get(schema);
    if (cached) return cached;
    const own = JSON.parse(JSON.stringify(schema).replaceAll(REFS, '#/$defs/'));
    const parser = z.fromJSONSchema({ ...own, $defs: definitions });
    const check: Check = (value) => parser.safeParse(value).error?.message;
    checks.set(schema, check);
    return check;
  };
  const problem = checkFor(components.schemas['Problem']!);
  return (operation, answer) => {
    if (answer.status >= 500) return 'a server error';
    const described = operation.responses[String(answer.status)] as DescribedResponse | undefined;
    if (answer.status >= 400) return judgeRefusal(answer, described !== undefined, problem);
    if (!described && answer.status !== 304) return 'a success that is not described';
    const absent = absentHeader(described, answer);
    if (absent) return `a success without its ${absent}`;
    const schema = isJson(answer) && described?.content?.['application/json']?.schema;
    if (schema) return checkFor(schema)(JSON.parse(answer.text));
    return undefined;
  };
}

/** What can also be fetched by a link has two forms; a HEAD has none. */
const isJson = ({ method, headers }: FuzzedResponse): boolean =>
  method !== 'HEAD' && /^application\/json/.test(headers.get('content-type') ?? '');

const absentHeader = (described: DescribedResponse | undefined, { headers }: FuzzedResponse) =>
  Object.keys(described?.headers ?? {}).find((name) => !headers.has(name));

function judgeRefusal(answer: FuzzedResponse, isDescribed: boolean, problem: Check) {
  if (!isDescribed && !OF_ANY_CALL.has(answer.status)) return 'a refusal that is not described';
  if (answer.method === 'HEAD') return undefined;
  if (!answer.type.startsWith('application/json')) return `a refusal as ${answer.type}`;
  const body = JSON.parse(answer.text || '{}') as { message?: string };
  if (!/\S/.test(body.message ?? '')) return 'a refusal without a sentence';
  if (!answer.headers.has('x-request-id')) return 'a refusal without a request id';
  return problem(body);
}
