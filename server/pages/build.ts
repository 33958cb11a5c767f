/** Provides pages and their files: from the build, or from Vite in development. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HOUR_MS } from '#domain/constants.ts';
import type { AddressBook, PublicAddress } from '../http/addresses.ts';
import type { Config } from '../config.ts';

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

/** The one foreign host that a page may frame: the map beside the office address. */
const MAP_HOST = 'https://www.openstreetmap.org';

/**
 * For the worker that reads PDFs: whatever a PDF makes it do, it cannot reach the network or our
 * API by script, address or credentials. Its decoders of scanned pages are WebAssembly.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";

type Document = {
  isHydrated: boolean;
  /** The sources (`'nonce-…'`, `'sha256-…'`) of the inline scripts and rules that it contains. */
  script?: string | undefined;
  style?: string | undefined;
};

/**
 * Of inline scripts, public documents run only the one that is named by its hash, hydrated ones only
 * those with the nonce.
 */
export function pagePolicy(
  config: Pick<Config, 'isDev' | 'publicUrl'>,
  { isHydrated, script, style }: Document,
): string {
  // The development server puts scripts and styles into the page itself.
  const own = (source = '') => (config.isDev ? " 'unsafe-inline'" : source && ` ${source}`);
  // On an https site, browsers upgrade pictures from http to https; nothing else would be safe.
  const isSecure = config.publicUrl?.startsWith('https://') ?? false;
  return [
    "default-src 'self'",
    `script-src 'self'${own(script)}`,
    `style-src 'self'${own(style)}`,
    // A post's image may come from anywhere on the web: spec §2.4.
    `img-src 'self' data: https:${isSecure ? '' : ' http:'}`,
    `connect-src 'self'${config.isDev ? ' ws:' : ''}`,
    // PDFs are read in a worker, which public pages do not need.
    `worker-src ${isHydrated ? "'self'" : "'none'"}`,
    `frame-src ${MAP_HOST}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
