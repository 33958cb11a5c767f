/** One running instance: services, HTTP, jobs; opened and closed as a whole. */
import type { AddressInfo } from 'node:net';
import { createConfiguredAdmin } from './accounts/admin-service.ts';
import { API } from './api.ts';
import { addApiDocs } from './http/api-docs.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { explainFaults } from './db/start-faults.ts';
import { startupMessages } from './startup-messages.ts';
import { createHttp } from './http/server.ts';
import { hasSubject } from './pages/subjects.ts';
import { startJobs } from './jobs/schedule.ts';
import { addMailboxPage } from './pages/mailbox.ts';
import { openMailer, outboxDir } from './mail/open.ts';
import { traceMailer } from './mail/traced-mailer.ts';
import { addMedia } from './media/delivery.ts';
import { addMetrics } from './metrics/metrics.ts';
import { addOperations } from './http/health.ts';
import { addPages } from './pages/handler.ts';
import { fillSamplePosts } from './samples/posts.ts';
import { fillSamples } from './samples/fill.ts';
import { openServices } from './services.ts';
import { freeLeases } from './uploads/lease-service.ts';

/** Milliseconds that requests in flight have to finish. */
const DRAIN_MS = 30_000;
/**
 * Connections that may wait to be taken. With Node's own 511 a rush loses some, whose phones ask
 * again after one second, three, seven.
 */
const BACKLOG = 4096;
/** Milliseconds between two looks for connections that have become idle while closing. */
const IDLE_CHECK_MS = 100;

export type Server = {
  url: string;
  startupMessages: string;
  services: Services;
  /** Loads the pages before the first visitor comes; rejects when they are not built. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
};

/** Opens all, listens, starts the jobs. Tests pass their own clock. */
export async function startServer(config: Config, clock?: () => Date): Promise<Server> {
  const services = await openServices(config, clock);
  // First: an admin from the settings would make the database look used.
  await explainFaults(config, async () => {
    await freeLeases(services);
    if (config.hasSampleData) await fillSamples(services);
    await createConfiguredAdmin(services);
  });
  // Whoever hears that it is ready finds all of them.
  await fillSamplePosts(services).catch((error) =>
    services.log.error({ err: error }, 'the sample posts are not complete'),
  );
  let loadPages = async () => {};
  const { app, retire, drain } = await createHttp(
    services,
    { api: API, hasSubject },
    async (http, addresses) => {
      addOperations(http, services);
      addMetrics(http, services);
      addMedia(http, services);
      addApiDocs(http, services, API);
      if (!config.smtpUrl && !config.isProduction) addMailboxPage(http, outboxDir(config));
      loadPages = await addPages(http, services, addresses);
    },
  );
  // A host name that cannot be found fails as a search for it, which looks like a database's.
  await app
    .listen({ port: config.port, host: config.host, backlog: BACKLOG })
    .catch((error: Error) => {
      throw Object.assign(error, { syscall: 'listen', address: config.host, port: config.port });
    });
  const { port } = app.server.address() as AddressInfo;
  if (!config.publicUrl) services.publicUrl = `http://localhost:${port}`;
  const mailer = openMailer(config);
  const { tracer } = services;
  const jobs = startJobs(services, tracer ? traceMailer(mailer, tracer) : mailer);

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
      // A connection whose last answer has gone would be kept alive for nobody.
      const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
      const drained = Promise.race([drain(), late.promise]);
      await Promise.all([drained.then(() => app.close()), jobs.stop()]);
      clearTimeout(cut);
      clearInterval(idle);
      await services.db.close();
      await tracer?.close();
    },
  };
}
