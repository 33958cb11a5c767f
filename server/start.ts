import type { AddressInfo } from 'node:net';
import { createConfiguredAdmin, SAMPLE_PASSWORD } from './accounts/account-service.ts';
import { API } from './api.ts';
import { addApiDocs } from './http/openapi.ts';
import { ConfigError, type Config } from './config.ts';
import { explain, type Rule } from './explain.ts';
import type { Services } from './context.ts';
import { explainFaults } from './db/installation.ts';
import { createHttp } from './http/server.ts';
import { startJobs } from './jobs/schedule.ts';
import { addMailboxPage } from './pages/mailbox.ts';
import { openMailer, outboxDir } from './mail/mailer.ts';
import { addMedia } from './media/delivery.ts';
import { addMetrics } from './metrics/metrics.ts';
import { addHealthRoutes } from './http/health.ts';
import { addPages, hasSubject } from './pages/handler.ts';
import { fillSamplePosts } from './samples/posts.ts';
import { fillSamples } from './samples/fill.ts';
import { openServices } from './services.ts';
import { freeLeases } from './uploads/parts.ts';

/** Milliseconds in which requests in flight must finish. */
const DRAIN_MS = 30_000;
/**
 * Connections that may wait to be accepted. With Node's default of 511, a rush loses some, and
 * their phones retry after one, three and seven seconds.
 */
const BACKLOG = 4096;
const IDLE_CHECK_MS = 100;

export type Server = {
  url: string;
  startupMessages: string;
  services: Services;
  /** Loads the pages before the first visitor arrives; rejects if they are not built. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
};

/** Opens everything, listens, and starts the jobs. Tests pass their own clock. */
export async function startServer(config: Config, clock?: () => Date): Promise<Server> {
  const services = await openServices(config, clock);
  // First: an admin from the settings would make the database look used.
  await explainFaults(config, async () => {
    await freeLeases(services);
    if (config.hasSampleData) await fillSamples(services);
    await createConfiguredAdmin(services);
  });
  // Once it reports ready, all sample posts are there.
  await fillSamplePosts(services).catch((error) =>
    services.log.error({ err: error }, 'the sample posts could not be completed'),
  );
  let loadPages = async () => {};
  const { app, retire, drain } = await createHttp(
    services,
    { api: API, hasSubject },
    async (http, addresses) => {
      addHealthRoutes(http, services);
      addMetrics(http, services);
      addMedia(http, services);
      addApiDocs(http, services, API);
      if (!config.smtpUrl && !config.isProduction) addMailboxPage(http, outboxDir(config));
      loadPages = await addPages(http, services, addresses);
    },
  );
  // An unknown host name fails in the lookup, which looks like a database error.
  await app
    .listen({ port: config.port, host: config.host, backlog: BACKLOG })
    .catch((error: Error) => {
      throw Object.assign(error, { syscall: 'listen', address: config.host, port: config.port });
    });
  const { port } = app.server.address() as AddressInfo;
  if (!config.publicUrl) services.publicUrl = `http://localhost:${port}`;
  const jobs = startJobs(services, openMailer(config));

  return {
    url: `http://127.0.0.1:${port}`,
    services,
    warmUp: loadPages,
    startupMessages: startupMessages(services),
    close: async () => {
      const late = Promise.withResolvers<void>();
      const cut = setTimeout(() => {
        app.server.closeAllConnections();
        late.resolve();
      }, DRAIN_MS);
      await Promise.race([retire(), late.promise]);
      // A connection whose last answer was sent would be kept alive for nothing.
      const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
      const drained = Promise.race([drain(), late.promise]);
      await Promise.all([drained.then(() => app.close()), jobs.stop()]);
      clearTimeout(cut);
      clearInterval(idle);
      await services.db.close();
    },
  };
}

/**
 * What operators read: the address, the demo accounts, where mail is sent, whether documents are
 * scanned for viruses.
 */
function startupMessages({ config, publicUrl }: Pick<Services, 'config' | 'publicUrl'>): string {
  const mailbox = config.isProduction ? '' : `; read them at ${publicUrl}/dev/mailbox`;
  return [
    `Pitch Trek is ready at ${publicUrl}`,
    config.hasSampleData &&
      `Demo accounts: admin@example.com and applicant@example.com, password ${SAMPLE_PASSWORD}`,
    `Emails go to ${config.smtpUrl ? `the mail server ${new URL(config.smtpUrl).host}` : `files in ${outboxDir(config)}${mailbox}`}`,
    config.clamd
      ? `Documents are checked for viruses by clamd at ${config.clamd.host}:${config.clamd.port}`
      : 'Documents are not checked for viruses: CLAMD_URL is not set',
  ]
    .filter(Boolean)
    .join('\n');
}

/** Why the product cannot start. */
const RULES: Rule[] = [
  [
    ({ syscall, code }) => syscall === 'listen' && code === 'EADDRINUSE',
    ({ port }) => `PORT: ${port} is in use by another program. Stop that one, or set another PORT.`,
  ],
  [
    ({ syscall }) => syscall === 'listen',
    ({ address, port, code }) =>
      `HOST, PORT: cannot listen on ${address || 'this address'}, port ${port} (${code}).`,
  ],
  [
    ({ code }) => /^(ENOSPC|EDQUOT|EFBIG)$/.test(code),
    ({ path, code }) =>
      `DATA_DIR: there is no room left for ${path || 'the data folder'} (${code}). Make room on its disk, or name another folder.`,
  ],
  [
    ({ code }) => /^(EMFILE|ENFILE)$/.test(code),
    ({ code }) => `The system allows too few open files (${code}). Raise the limit (ulimit -n).`,
  ],
  [
    ({ code }) => /^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT)$/.test(code),
    ({ path, code }) => `DATA_DIR: cannot write to ${path || 'the data folder'} (${code}).`,
  ],
];

/** One line that says what to change; undefined for a defect of ours. */
export const explainFailedStart = (error: unknown): string | undefined =>
  error instanceof ConfigError ? error.message : explain(error, RULES);
