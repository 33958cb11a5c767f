/** How each kind of body is read: bounded first, then as UTF-8, then parsed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireBoundedForm, requireBoundedJson, requireBoundedParts } from './body-limits.ts';
import { BYTES_TYPES, type BytesType } from './endpoint.ts';
import { unreadable, wrongContent } from './problems.ts';
import { isUtf8Escaped, readUtf8 } from './utf8.ts';

declare module 'fastify' {
  /** What a route tells about the bodies that it takes. */
  interface FastifyContextConfig {
    takesBytes?: BytesType | undefined;
    hasFiles?: boolean;
  }
}

export function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) return done(null, undefined);
      refusing(done, () => {
        requireBoundedJson(body);
        parseJson(request, readUtf8(body), done);
      });
    },
  );
  // A bare `fetch` sends this type by default; it is accepted only for an empty body.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    body === '' ? done(null, undefined) : done(wrongContent(), undefined),
  );
  for (const type of BYTES_TYPES)
    app.addContentTypeParser(type, (request, bytes, done) =>
      request.routeOptions.config.takesBytes === type
        ? done(null, bytes)
        : done(wrongContent(), undefined),
    );
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      refusing(done, () => {
        requireReadableForm(body);
        done(null, Object.fromEntries(new URLSearchParams(readUtf8(body))));
      });
    },
  );
}

function refusing(done: (error: Error) => void, read: () => void): void {
  try {
    read();
  } catch (error) {
    done(error as Error);
  }
}

/** Reads a form posted by a page, which the app parses itself. */
export function readPageForm(
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  refusing(done, () => {
    if (request.isMultipart()) requireReadableParts(body);
    else requireReadableForm(body);
    done(null, body);
  });
}

/**
 * Refuses with 422 a form-encoded body that has too many fields, and with 400 one that is not
 * UTF-8.
 */
function requireReadableForm(bytes: Buffer): void {
  requireBoundedForm(bytes);
  if (!isUtf8Escaped(bytes)) throw unreadable();
}

function requireReadableParts(bytes: Buffer): void {
  requireBoundedParts(bytes);
  readUtf8(bytes);
}
