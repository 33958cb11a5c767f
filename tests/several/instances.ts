/** Several instances of the product on one PostgreSQL, one S3 store and one mail server. */
import { startRealServer, type RealServer } from '../e2e/real-server.ts';
import { SAMPLE_ADMIN } from '../e2e/backstage.ts';
import { freePort } from '../servers/ports.ts';
import { startS3, type S3Server } from '../servers/s3.ts';
import { startSmtp, type SmtpServer } from '../servers/smtp.ts';
import { startBalancer, type Balancer } from './balancer.ts';

type Instance = {
  server: RealServer;
  /** SIGTERM, and a new process on its port once it has ended. Returns the exit code. */
  restart(): Promise<number | null>;
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

export type Instances = {
  all: Instance[];
  balancer: Balancer;
  s3: S3Server;
  smtp: SmtpServer;
  databaseUrl: string;
  stop(): Promise<void>;
};

async function createInstance(port: number, settings: Record<string, string>): Promise<Instance> {
  const startOne = () => startRealServer({ ...settings, PORT: String(port) });
  const instance: Instance = {
    server: await startOne(),
    start: async () => void (instance.server = await startOne()),
    restart: async () => {
      const code = await instance.server.stop();
      await instance.start();
      return code;
    },
    kill: async () => {
      process.kill(instance.server.pid, 'SIGKILL');
      await instance.server.ended;
    },
  };
  return instance;
}

/** Starts `count` at once on the database, and the balancer in front of them. */
export async function startInstances(
  databaseUrl: string,
  count = 2,
  more: Record<string, string> = {},
): Promise<Instances> {
  const [s3, smtp] = [await startS3(), await startSmtp()];
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  const balancer = await startBalancer(ports);
  const settings = {
    ...s3.env,
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtp.url,
    PUBLIC_URL: balancer.url,
    TRUST_PROXY: '1',
    SAMPLE_DATA: 'off',
    ADMIN_EMAIL: SAMPLE_ADMIN.email,
    ADMIN_PASSWORD: SAMPLE_ADMIN.password,
    ...more,
  };
  const starts = ports.map((port) => createInstance(port, settings));
  const stop = async () => {
    await balancer.stop();
    const settled = await Promise.allSettled(starts);
    await Promise.all(settled.map((start) => 'value' in start && start.value.server.stop()));
    await Promise.all([s3.stop(), smtp.stop()]);
  };
  try {
    return { all: await Promise.all(starts), balancer, s3, smtp, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
