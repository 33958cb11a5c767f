import type { UploadState } from '#domain/uploads/schema.ts';
import { sendForm, type FormUpload, type Sender } from './form-upload.ts';
import { apiPath, type Versioned } from './transport.ts';

/** Bytes of the first piece. Each next one is twice as long while the line is quick: fewer pauses there, less to lose on a slow one. */
const FIRST = 262_144;
const LONGEST = 4_194_304;
/** Milliseconds. */
const QUICK = 3000;

type Parts = { key: string; fields: Record<string, string>; files: Record<string, File | undefined> };
type PiecesUpload = Omit<FormUpload, 'data'> & Parts;

/** Sends the form of a call in pieces and then makes the call. Tried again with the same key and content, it goes on where it stopped, also after a reload. */
export async function sendInPieces<T>({ method, path, key, fields, files, onProgress, ...rest }: PiecesUpload, sender: Sender): Promise<Versioned<T>> {
  const form = buildBody(key, fields, files);
  const { size, type } = form;
  const call = <R>(request: Pick<FormUpload, 'method' | 'path' | 'data' | 'onProgress'>) => sendForm<R>({ ...rest, ...request, path: apiPath(`/uploads/${request.path}`) }, sender);
  const asked = { call: `${method} ${path}`, key, fingerprint: await fingerprintOf(fields, files), content_type: type, size };
  const begun = await call<UploadState>({ method: 'POST', path: '', data: new Blob([JSON.stringify(asked)], { type: 'application/json' }) });
  const { id } = begun;
  let { offset } = begun;
  for (let length = FIRST; offset < size; ) {
    const [start, began] = [offset, Date.now()];
    const tell = (loaded: number) => onProgress?.({ loaded: start + loaded, total: size });
    tell(0);
    ({ offset } = await call<UploadState>({ method: 'PUT', path: `${id}/${start}`, data: form.slice(start, start + length, 'application/octet-stream'), onProgress: ({ loaded }) => tell(loaded) }));
    if (Date.now() - began < QUICK) length = Math.min(2 * length, LONGEST);
  }
  onProgress?.({ loaded: size, total: size });
  return call<T>({ method: 'POST', path: `${id}/finish`, data: null });
}

/** The multipart form, byte for byte the same for the same key and content; the files stay on the disk until their turn. */
function buildBody(key: string, fields: Parts['fields'], files: Parts['files']): Blob {
  const boundary = `form-${key}`;
  const head = (name: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const parts: BlobPart[] = Object.entries(fields).flatMap(([name, value]) => [head(name), value, '\r\n']);
  for (const [name, file] of Object.entries(files)) if (file) parts.push(head(name, `; filename="${name}.pdf"\r\nContent-Type: application/pdf`), file, '\r\n');
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

/** Tells one content from another without reading the files. */
async function fingerprintOf(fields: Parts['fields'], files: Parts['files']): Promise<string> {
  const facts = Object.entries(files).map(([name, file]) => [name, file?.name, file?.size, file?.lastModified]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify([fields, facts])));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
