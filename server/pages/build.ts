/** Provides pages and their files: from the build, or from Vite in development. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HOUR_MS } from '#domain/durations.ts';
import type { AddressBook, PublicAddress } from '../http/addresses.ts';
import type { Config } from '../config.ts';
import { WORKER_POLICY } from './csp.ts';

/** The render context of app/handler.ts, as the server sees it. */
type RenderPage = (
  request: Request,
  context: {
    api: (request: Request) => Promise<Response>;
    nonce: string;
    maxUploadMegabytes: number;
  },
) => Promise<Response>;
type AppModule = {
  createAppHandler: () => RenderPage;
  describeAddress: (path: string) => PublicAddress | undefined;
};

export type Pages = {
  load(): Promise<RenderPage>;
  /** Returns whether the address is a file of the development server, and answers it. */
  answerFile(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER_BUILD = join(ROOT, 'build/server/index.js');
const CLIENT_BUILD = join(ROOT, 'build/client');
const NOT_BUILT = 'The pages are not built. Run: npm run build';

/**
 * The portal's service worker: revalidated on every load, and it fetches pages and answers itself.
 */
const WORKER = 'portal-worker.js';
const WORKER_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
};

const YEAR_MS = 31_536_000_000;
/** In the build, plain or compressed. */
const PDF_WORKER = /\/pdf\.worker[\w.-]*\.mjs(\.br|\.gz)?$/;

/**
 * In development, no address is known and so no page is cached: its sources may change at any
 * moment.
 */
export async function openPages(
  app: FastifyInstance,
  config: Config,
  addresses: AddressBook,
): Promise<Pages> {
  return config.isDev ? openVite(app) : openBuild(app, addresses);
}

async function openBuild(app: FastifyInstance, addresses: AddressBook): Promise<Pages> {
  if (existsSync(CLIENT_BUILD)) await addFiles(app);
  let render: Promise<RenderPage> | undefined;
  const load = async () => {
    if (!existsSync(SERVER_BUILD)) throw new Error(NOT_BUILT);
    const { createAppHandler, describeAddress } = (await import(
      pathToFileURL(SERVER_BUILD).href
    )) as AppModule;
    addresses.setPages(describeAddress);
    return createAppHandler();
  };
  return {
    load: () =>
      (render ??= load().catch((error: unknown) => {
        render = undefined;
        throw error;
      })),
    answerFile: async () => false,
  };
}

/** Files in `assets/` have their hash in their names and never change; others may. */
async function addFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: CLIENT_BUILD,
    serve: false,
    preCompressed: true,
    maxAge: HOUR_MS,
    dotfiles: 'ignore',
  });
  for (const entry of readdirSync(CLIENT_BUILD, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      const isHashed = entry.name === 'assets';
      await app.register(fastifyStatic, {
        root: join(CLIENT_BUILD, entry.name),
        prefix: `/${entry.name}/`,
        decorateReply: false,
        preCompressed: true,
        index: false,
        immutable: isHashed,
        // What never changes is never revalidated.
        etag: !isHashed,
        lastModified: !isHashed,
        maxAge: isHashed ? YEAR_MS : HOUR_MS,
        setHeaders: (reply, path) => {
          if (PDF_WORKER.test(path)) reply.header('content-security-policy', WORKER_POLICY);
        },
      });
    } else if (!/^\.|\.(br|gz)$/.test(entry.name)) {
      app.get(`/${entry.name}`, (_request, reply) =>
        entry.name === WORKER
          ? reply
              .headers(WORKER_HEADERS)
              .sendFile(entry.name, { cacheControl: false, immutable: false })
          : reply.sendFile(entry.name),
      );
    }
  }
}

async function openVite(app: FastifyInstance): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  return {
    load: async () =>
      ((await vite.ssrLoadModule('/app/handler.ts')) as AppModule).createAppHandler(),
    answerFile: (request, reply) =>
      new Promise((resolve) => {
        const done = (isAnswered: boolean) => {
          if (isAnswered) reply.hijack();
          resolve(isAnswered);
        };
        reply.raw.once('finish', () => done(true));
        vite.middlewares(request.raw, reply.raw, () => done(false));
      }),
  };
}
