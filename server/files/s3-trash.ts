import type { Run } from './s3.ts';
import { isDenied, isMissingKey } from './s3-faults.ts';
import { listObjects } from './s3-list.ts';
import type { Patience, Session } from './s3-session.ts';
import { readTrashPath, requireFileKey, TRASH_NAME, trashPathOf, type Trash } from './store.ts';

/** The trash of a bucket: a prefix that no key begins with. */
export function openS3Trash(run: Run): Trash {
  return {
    async move(key, batch) {
      requireFileKey(key);
      await run(async (session, patience) => {
        if (await copyObject(session, patience, key, trashPathOf({ key, batch })))
          await deleteObject(session, patience, key);
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
      await run(async (session, patience) => {
        if (!(await exists(session, patience, file.key)))
          await copyObject(session, patience, path, file.key);
        await deleteObject(session, patience, path);
      });
    },
    async remove(file) {
      const path = trashPathOf(file);
      await run((session, patience) => deleteObject(session, patience, path));
    },
  };
}

/** False when there is nothing to copy. The original goes only when the copy was seen. */
async function copyObject(
  session: Session,
  patience: Patience,
  from: string,
  to: string,
): Promise<boolean> {
  const { sdk, client, bucket } = session;
  const source = `${bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
  try {
    await client.send(
      new sdk.CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: source }),
      patience,
    );
  } catch (error) {
    if (isMissingKey(error)) return false;
    throw error;
  }
  if (!(await exists(session, patience, to)))
    throw new Error('The object store did not copy what it was asked to');
  return true;
}

async function exists(
  { sdk, client, bucket }: Session,
  patience: Patience,
  key: string,
): Promise<boolean> {
  try {
    await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }), patience);
    return true;
  } catch (error) {
    if (isMissingKey(error) || isDenied(error)) return false;
    throw error;
  }
}

/** Also where there is nothing to delete. */
export async function deleteObject(
  { sdk, client, bucket }: Session,
  patience: Patience,
  key: string,
): Promise<void> {
  await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }), patience);
}
