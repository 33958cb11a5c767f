/** What the store of a bucket and its trash both do with its objects. */
import type { IdleTimeout, Session } from './s3-session.ts';
import type { StoredFile } from './store.ts';

/** Runs one call to the store; refusals become `unavailable`. */
export type Run = <T>(
  call: (session: Session, idleTimeout: IdleTimeout) => Promise<T>,
) => Promise<T>;

/** All objects below a prefix, page by page; each page may take some time. */
export async function* listObjects(
  run: Run,
  prefix: string | undefined,
): AsyncGenerator<StoredFile> {
  let token: string | undefined;
  do {
    const page = await run(({ sdk, client, bucket }, { abortSignal }) =>
      // Encoded, because XML cannot represent every character that a foreign key may contain.
      client.send(
        new sdk.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ContinuationToken: token,
          EncodingType: 'url',
        }),
        { abortSignal },
      ),
    );
    const decode = page.EncodingType === 'url' ? decodeKey : (key: string) => key;
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key) yield { key: decode(Key), size: Size ?? 0, modifiedAt: LastModified ?? new Date() };
    }
    token = page.NextContinuationToken;
  } while (token);
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}

/** Also succeeds if there is nothing to delete. */
export async function deleteObject(
  { sdk, client, bucket }: Session,
  idleTimeout: IdleTimeout,
  key: string,
): Promise<void> {
  await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }), idleTimeout);
}
