import { deleteObject, listObjects, type Run } from './s3-objects.ts';
import { isDenied, isMissingKey } from './s3-faults.ts';
import type { IdleTimeout, Session } from './s3-session.ts';
import { readTrashPath, requireFileKey, TRASH_NAME, trashPathOf, type Trash } from './store.ts';

/** The trash of a bucket: a prefix with which no key begins. */
export function openS3Trash(run: Run): Trash {
  return {
    async move(key, batch) {
      requireFileKey(key);
      await run(async (session, idleTimeout) => {
        if (await copyObject(session, idleTimeout, key, trashPathOf({ key, batch })))
          await deleteObject(session, idleTimeout, key);
      });
    },
    async *list() {
      for await (const { key: path } of listObjects(run, `${TRASH_NAME}/`)) {
        const file = readTrashPath(path);
        if (file) yield file;
      }
    },
    async restore(file) {
      const path = trashPathOf(file);
      await run(async (session, idleTimeout) => {
        if (!(await exists(session, idleTimeout, file.key)))
          await copyObject(session, idleTimeout, path, file.key);
        await deleteObject(session, idleTimeout, path);
      });
    },
    async remove(file) {
      const path = trashPathOf(file);
      await run((session, idleTimeout) => deleteObject(session, idleTimeout, path));
    },
  };
}

/**
 * False if there is nothing to copy. The original is deleted only once the copy has been verified.
 */
async function copyObject(
  session: Session,
  idleTimeout: IdleTimeout,
  from: string,
  to: string,
): Promise<boolean> {
  const { sdk, client, bucket } = session;
  const source = `${bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
  try {
    await client.send(
      new sdk.CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: source }),
      idleTimeout,
    );
  } catch (error) {
    if (isMissingKey(error)) return false;
    throw error;
  }
  if (!(await exists(session, idleTimeout, to)))
    throw new Error('The object store did not copy what it was asked to');
  return true;
}

async function exists(
  { sdk, client, bucket }: Session,
  idleTimeout: IdleTimeout,
  key: string,
): Promise<boolean> {
  try {
    await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }), idleTimeout);
    return true;
  } catch (error) {
    if (isMissingKey(error) || isDenied(error)) return false;
    throw error;
  }
}
