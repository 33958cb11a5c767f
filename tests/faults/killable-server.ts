/** A server that tests kill: only errors in its log, no samples, and the admin of `Backstage`. */
import { SAMPLE_ADMIN } from '../e2e/backstage.ts';
import { startRealServer, type RealServer } from '../e2e/real-server.ts';

export const KILLABLE = {
  LOG_LEVEL: 'error',
  SAMPLE_DATA: 'off',
  ADMIN_EMAIL: SAMPLE_ADMIN.email,
  ADMIN_PASSWORD: SAMPLE_ADMIN.password,
};

export const startKillableServer = (
  dataDir: string,
  env: Record<string, string> = {},
): Promise<RealServer> => startRealServer({ DATA_DIR: dataDir, ...KILLABLE, ...env });
