/** Uploads documents of drafts as a tus client does. */
import { makePdf } from '#tests/pdf-samples.ts';
import { OFFSET_TYPE, toMetadata, TUS } from '#tests/tus-uploads.ts';
import { signedIn } from './world.ts';

/**
 * Returns a function that uploads one document of `megabytes`, in one piece, into a draft of the
 * token's owner.
 */
export async function documentByTus(
  megabytes: number,
  programId: string,
): Promise<(port: number, token: string, kind: string) => Promise<void>> {
  const document = new Uint8Array(await makePdf({ megabytes, pages: 12 }));
  return async (port, token, kind) => {
    const headers = { ...TUS, ...signedIn(token) };
    const address = `http://127.0.0.1:${port}`;
    const created = await fetch(`${address}/api/v1/uploads/`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(document.length),
        'upload-metadata': toMetadata({ program_id: programId, kind }),
      },
    });
    const sent = await fetch(address + created.headers.get('location')!, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': OFFSET_TYPE, 'upload-offset': '0' },
      body: document,
    });
    if (sent.status !== 204) throw new Error(`an upload answers ${sent.status}`);
  };
}
