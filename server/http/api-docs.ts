/**
 * The API's description: for programs at /api/v1/openapi.json, for people at /api/v1/docs. Both are
 * public.
 */
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#domain/api.ts';
import type { Services } from '../context.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { ApiRow } from './endpoint.ts';
import { sendDocument } from './html.ts';
import { describeApi, type OpenApi, type Operation } from './openapi.ts';
import type { Schema } from './openapi-schemas.ts';

export function addApiDocs(app: FastifyInstance, services: Services, api: readonly ApiRow[]): void {
  let description: OpenApi | undefined;
  const describe = () => (description ??= describeApi(api, services.publicUrl));
  app.get(`${API_BASE}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(describe()),
  );
  app.get(`${API_BASE}/docs`, async (_request, reply) =>
    sendDocument(reply.header('cache-control', 'no-cache'), 'API', renderDocs(describe())),
  );
}

type Call = { method: string; path: string; operation: Operation };

function renderDocs({ info, paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags[0]!);
  const sections = [...groups].map(
    ([tag, members]) =>
      `<h2 id="${tag}">${escapeHtml(tag)}</h2>${members.map(renderCall).join('')}`,
  );
  return `<h1>${escapeHtml(String(info['title']))}</h1>
<p>${escapeHtml(String(info['description']))} For programs: <a href="${API_BASE}/openapi.json">openapi.json</a>.</p>
<p>Log in with <code>POST /auth/login</code>, then <code>POST /auth/verify-otp</code> with the code from the email. Send the token as <code>Authorization: Bearer …</code>. Lists answer a bare array and <code>X-Total-Count</code>; every error is <code>{ message, code, fields? }</code>.</p>
<p class="soft">${[...groups.keys()].map((tag) => `<a href="#${tag}">${escapeHtml(tag)}</a>`).join(' · ')}</p>
${sections.join('\n')}`;
}

function renderCall({ method, path, operation }: Call): string {
  const parameters = operation.parameters.map(({ name, in: place, schema, description }) => [
    name,
    place,
    description ?? nameType(schema),
  ]);
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const fields = bodies[0] ? fieldsOf(bodies[0][1].schema) : [];
  const types = bodies.map(([type]) => `<code>${type}</code>`).join(' or ');
  const statuses = Object.entries(operation.responses).map(([status, { description }]) => [
    status,
    String(description),
  ]);
  return `<details><summary><span class="verb ${method}">${method}</span> <code>${escapeHtml(path)}</code> <span class="soft">${escapeHtml(operation.summary)}</span></summary>
<div class="inner"><p class="soft">${escapeHtml(operation.description)}</p>${table('Parameter', parameters)}${fields.length > 0 ? `<p class="soft">Body: ${types}</p>` : ''}${table('Field', fields)}${table('Status', statuses)}</div></details>`;
}

function table(heading: string, rows: string[][]): string {
  if (rows.length === 0) return '';
  const cells = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row"><code>${escapeHtml(first)}</code></th>${rest.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<table aria-label="${heading}">${cells.join('')}</table>`;
}

function fieldsOf(schema: Schema): string[][] {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  return Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(
    ([name, field]) => [name, required.has(name) ? 'required' : '', nameType(field)],
  );
}

/** A short name for a schema: "string", "one of A, B", "string or null". */
function nameType(schema: Schema): string {
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`;
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (choices) return choices.map(nameType).join(' or ');
  if (schema['contentMediaType']) return 'PDF file';
  return String(schema['description'] ?? schema['type'] ?? 'text');
}
