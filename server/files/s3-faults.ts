/** Explains refusals of an object store and what to do about them. */
import { ConfigError } from '../config.ts';
import type { S3Options } from './s3-session.ts';

type S3Fault = {
  name?: string;
  Code?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
};

const faultOf = (error: unknown): S3Fault => (error ?? {}) as S3Fault;
const statusOf = (error: unknown): number | undefined => faultOf(error).$metadata?.httpStatusCode;
const nameOf = (error: unknown): string => faultOf(error).Code ?? faultOf(error).name ?? '';

const WRONG_CREDENTIALS = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'InvalidSecurity',
  'RequestTimeTooSkewed',
]);
const WRONG_REGION = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'IllegalLocationConstraintException',
]);
const RIGHTS = 's3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket';

/** Without the permission to list, a service answers 403 for a missing key. */
export const isDenied = (error: unknown): boolean =>
  statusOf(error) === 403 && !WRONG_CREDENTIALS.has(nameOf(error));
export const isMissingKey = (error: unknown): boolean =>
  statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';

/**
 * A refusal (4xx) is final; after a lost answer or a 5xx, a retry may succeed. Putting the same
 * bytes twice does no harm.
 */
export function isWorthRepeating(error: unknown): boolean {
  const status = statusOf(error);
  return (
    status === undefined || status >= 500 || status === 404 || status === 408 || status === 429
  );
}

/** For the start: one line that names the setting. */
export function explainS3Fault(
  error: unknown,
  { endpoint, bucket, region }: S3Options,
): ConfigError {
  const [name, status, { code, message }] = [nameOf(error), statusOf(error), faultOf(error)];
  if (name === 'NoSuchBucket')
    return new ConfigError(
      `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}. Create it, or name another.`,
    );
  if (name === 'InvalidBucketName')
    return new ConfigError(`S3_BUCKET: ${bucket} cannot be the name of a bucket.`);
  if (name === 'RequestTimeTooSkewed')
    return new ConfigError(
      "S3_ENDPOINT: the object store's clock and this machine's differ. Set this machine's clock.",
    );
  if (WRONG_CREDENTIALS.has(name))
    return new ConfigError(
      `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the object store at ${endpoint} refuses them (${name}).`,
    );
  if (WRONG_REGION.has(name))
    return new ConfigError(`S3_REGION: the bucket ${bucket} is not in ${region} (${name}).`);
  if (status === 401 || status === 403)
    return new ConfigError(
      `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: they may not use the bucket ${bucket}; it needs ${RIGHTS}.`,
    );
  if (status === undefined)
    return new ConfigError(
      `S3_ENDPOINT: the object store at ${endpoint} does not answer (${code || message || name}).`,
    );
  return new ConfigError(
    `S3_ENDPOINT: what answers at ${endpoint} is not an object store, or a faulty one (${status} ${name}).`,
  );
}
