import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import S3rver from 's3rver';

export type S3Server = {
  endpoint: string;
  bucket: string;
  region: string;
  /** Where the objects are stored: BUCKET/KEY._S3rver_object. */
  directory: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The variables of contract §2.1 for this server. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

const BUCKET = 'pitch-trek';
const REGION = 'us-east-1';
/**
 * s3rver knows only this pair. It accepts forged signatures: a round trip proves nothing about
 * security.
 */
const KEY = 'S3RVER';

/** An S3-compatible store with one bucket on a random loopback port. Address it path-style. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const env = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: BUCKET,
    S3_REGION: REGION,
    S3_ACCESS_KEY_ID: KEY,
    S3_SECRET_ACCESS_KEY: KEY,
  };
  const stop = async () => {
    server.httpServer?.closeAllConnections();
    await Promise.race([server.close(), pause(2000, undefined, { ref: false })]);
    rmSync(directory, { recursive: true, force: true });
  };
  return {
    endpoint,
    directory,
    bucket: BUCKET,
    region: REGION,
    accessKeyId: KEY,
    secretAccessKey: KEY,
    env,
    stop,
  };
}
