/**
 * OpenStack Swift with its S3 layer, if installed (apt install swift-proxy swift-account
 * swift-container swift-object): unlike the stand-in, it verifies signatures and checksums.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort, retryFor } from './ports.ts';
import type { S3Server } from './s3.ts';

const run = promisify(execFile);
const PARTS = ['account', 'container', 'object'] as const;
const NEEDED = ['swift-ring-builder', 'swift-proxy-server', 'swift-object-server'];
const START_MS = 300_000;
const [BUCKET, REGION] = ['pitch-trek', 'us-east-1'];
const [KEY, SECRET] = ['trek:tester', 'a-secret-of-the-tests'];

function findReason(): string | undefined {
  try {
    for (const name of NEEDED) accessSync(`/usr/bin/${name}`);
    // Its only configuration file whose path is fixed.
    accessSync('/etc/swift/swift.conf');
    return undefined;
  } catch {
    return 'Swift is not installed (apt install swift-proxy swift-account swift-container swift-object)';
  }
}

/** Why it is not available; undefined if it is. */
export const lacksSwift = findReason();

type Folder = { folder: string; port: number };

const storageConfig = (part: string, { folder, port }: Folder): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = root
devices = ${join(folder, 'devices')}
mount_check = false
swift_dir = ${folder}
workers = 0
log_level = ERROR

[pipeline:main]
pipeline = ${part}-server

[app:${part}-server]
use = egg:swift#${part}
`;

const proxyConfig = ({ folder, port }: Folder): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = root
swift_dir = ${folder}
workers = 0
log_level = ERROR

[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:gatekeeper]
use = egg:swift#gatekeeper

[filter:healthcheck]
use = egg:swift#healthcheck

# Wanted by tempauth, though it never finds anything there.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
log_level = CRITICAL

[filter:slo]
use = egg:swift#slo

[filter:s3api]
use = egg:swift#s3api
location = ${REGION}

[filter:tempauth]
use = egg:swift#tempauth
user_${KEY.replace(':', '_')} = ${SECRET} .admin
`;

/** A separate ring per service, with a single device. */
async function buildRing(folder: string, part: string, port: number): Promise<void> {
  const builder = join(folder, `${part}.builder`);
  await run('swift-ring-builder', [builder, 'create', '4', '1', '1']);
  await run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/d1`, '1']);
  await run('swift-ring-builder', [builder, 'rebalance']);
}

function startPart(folder: string, part: string, config: string): ChildProcess {
  const path = join(folder, `${part}-server.conf`);
  writeFileSync(path, config);
  return spawn(`swift-${part}-server`, [path], { stdio: 'ignore' });
}

/** A separate Swift with one bucket, which verifies signatures and checksums. */
export async function startSwift(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'swift-'));
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true });
  const children: ChildProcess[] = [];
  const kill = () => void children.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', kill);
  const start = (part: string, config: string) => children.push(startPart(folder, part, config));
  await Promise.all(
    PARTS.map(async (part) => {
      const port = await freePort();
      await buildRing(folder, part, port);
      start(part, storageConfig(part, { folder, port }));
    }),
  );
  const port = await freePort();
  start('proxy', proxyConfig({ folder, port }));
  const endpoint = `http://127.0.0.1:${port}`;
  await makeBucket(endpoint);
  const stop = async () => {
    process.off('exit', kill);
    const ended = children.map((child) => child.exitCode ?? once(child, 'exit'));
    kill();
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    ...{ endpoint, bucket: BUCKET, region: REGION, accessKeyId: KEY, secretAccessKey: SECRET },
    directory: join(folder, 'devices'),
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    stop,
  };
}

/** Call it once all services listen. */
async function makeBucket(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: KEY, secretAccessKey: SECRET };
  const client = new S3Client({ endpoint, region: REGION, credentials, forcePathStyle: true });
  await retryFor(START_MS, () => client.send(new CreateBucketCommand({ Bucket: BUCKET })));
  client.destroy();
}
