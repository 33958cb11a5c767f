/** Asks everything that an applicant may ask, to compare what two moments answer. */
import { createHash } from 'node:crypto';
import { grantFor } from '#domain/permissions.ts';
import { API } from '#server/api.ts';
import type { Person } from '#tests/app.ts';
import { readZip } from '#tests/zip-files.ts';

/** What one more asking changes by itself: moments of the asking, links, and ids of requests. */
const steady = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (/^(collected_at|expires_at|last_used_at)$/.test(name)) return [name, '-'];
      if (/url$/.test(name) && typeof one === 'string') return [name, one.split('?')[0]];
      return [name, steady(one)];
    }),
  );
};
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
/** The page names moments of the asking, in words; data.json has all others to compare. */
const MOMENT = /\d+ \w+ \d{4} at \d\d:\d\d/g;
const digestOf = (name: string, content: Buffer) =>
  sha256(name.endsWith('.html') ? content.toString().replace(MOMENT, '') : content);
const PASSING = ['date', 'x-request-id', 'keep-alive', 'connection', 'server-timing'];

async function ask(person: Person, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${person.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const headers = [...answer.headers].filter(([name]) => !PASSING.includes(name));
  const type = answer.headers.get('content-type') ?? '';
  if (type.includes('zip')) {
    const files = [...readZip(bytes)].map(([name, content]) => [
      name,
      name.endsWith('.json') ? steady(JSON.parse(content.toString())) : digestOf(name, content),
    ]);
    return { method, path, status: answer.status, files };
  }
  const isJson = type.includes('json') && bytes.length > 0;
  const content = isJson ? JSON.stringify(steady(JSON.parse(bytes.toString()))) : sha256(bytes);
  return { method, path, status: answer.status, headers, content };
}

/** Every call that an applicant may make, about this proposal; what would end it is left out. */
export async function walkApplicantCalls(person: Person, programId: string, proposalId: string) {
  const { body: own } = await person.get(`/proposals/${proposalId}`);
  const values: [RegExp, string][] = [
    [/^\/proposals\/\{id\}/, proposalId],
    [/^\/programs\/\{id\}/, programId],
  ];
  const others: Record<string, string> = {
    program_id: programId,
    proposal_id: proposalId,
    kind: 'pitch_deck',
    number: own.receipt_number,
  };
  const fill = (path: string) => {
    const id = values.find(([pattern]) => pattern.test(path))?.[1] ?? crypto.randomUUID();
    return path.replace('{id}', id).replace(/\{(\w+)\}/g, (_, name) => others[name] ?? id);
  };
  const ends = ['/auth/logout', '/auth/sessions', '/auth/me'];
  const mails = [
    'proposals.confirm',
    'proposals.withdraw',
    'accounts.',
    'profile.update',
    'threads.write',
    'drafts.save',
  ];
  const answers = [];
  for (const { method, path, action } of API) {
    if (grantFor('applicant', action) === 'no') continue;
    if (method !== 'GET' && ends.includes(path)) continue;
    if (method !== 'GET' && mails.some((start) => action.startsWith(start))) continue;
    if (/create$/.test(action) || path.includes('*')) continue;
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
    // Ids of nothing differ from call to call.
    const filled = fill(path);
    const answer = await ask(person, method, filled, body);
    answers.push({ ...answer, path });
  }
  for (const query of ['?is_approved=true', '?is_approved=false', '?sort=-funding_stage'])
    answers.push(await ask(person, 'GET', `/proposals/${query}`));
  answers.push(await ask(person, 'GET', '/proposals/?funding_stage=SEED'));
  answers.push(await ask(person, 'GET', '/proposals/?q=approved'));
  return answers;
}
