import type { AnnouncedDocuments, UploadState } from '#domain/chunked-forms/schema.ts';
import { announce, sha256 } from './announced.ts';
import { sendForm, type FormUpload, type Sender } from './form-upload.ts';
import { apiPath, type Versioned } from './transport.ts';

/**
 * Bytes of the first piece of the documents. Each next one is twice as long while the line is
 * quick: fewer pauses there, less to lose on a slow one.
 */
const FIRST = 262_144;
const LONGEST = 4_194_304;
/** Milliseconds. */
const QUICK = 3000;

type Parts = {
  key: string;
  fields: Record<string, string>;
  files: Record<string, File | undefined>;
};
type PiecesUpload = Omit<FormUpload, 'data'> & Parts;

/**
 * Sends the form of a call in pieces and then makes the call. Tried again with the same key and
 * content, it goes on where it stopped, also after a reload.
 */
export async function sendInPieces<T>(
  { method, path, key, fields, files, onProgress, ...rest }: PiecesUpload,
  sender: Sender,
): Promise<Versioned<T>> {
  const announced = await announce(files);
  const { form, head } = buildBody(
    key,
    announced ? { ...fields, documents: JSON.stringify(announced) } : fields,
    files,
  );
  const { size, type } = form;
  const call = <R>(request: Pick<FormUpload, 'method' | 'path' | 'data' | 'onProgress'>) =>
    sendForm<R>({ ...rest, ...request, path: apiPath(`/chunked-forms/${request.path}`) }, sender);
  const asked = {
    call: `${method} ${path}`,
    key,
    fingerprint: await fingerprintOf(fields, files, announced),
    content_type: type,
    size,
  };
  const begun = await call<UploadState>({
    method: 'POST',
    path: '',
    data: new Blob([JSON.stringify(asked)], { type: 'application/json' }),
  });
  const { id } = begun;
  let { offset } = begun;
  for (let length = FIRST; offset < size;) {
    const [start, began, isHead] = [offset, Date.now(), offset < head];
    const tell = (loaded: number) => onProgress?.({ loaded: start + loaded, total: size });
    tell(0);
    const data = form.slice(start, isHead ? head : start + length, 'application/octet-stream');
    ({ offset } = await call<UploadState>({
      method: 'PUT',
      path: `${id}/${start}`,
      data,
      onProgress: ({ loaded }) => tell(loaded),
    }));
    if (!isHead && Date.now() - began < QUICK) length = Math.min(2 * length, LONGEST);
  }
  onProgress?.({ loaded: size, total: size });
  return call<T>({ method: 'POST', path: `${id}/finish`, data: null });
}

/**
 * The multipart form, byte for byte the same for the same key and content; the files stay on the
 * disk until their turn. `head` bytes come before them, as a piece of their own: with it the form
 * is received, and what follows may take its time.
 */
function buildBody(
  key: string,
  fields: Parts['fields'],
  files: Parts['files'],
): { form: Blob; head: number } {
  const boundary = `form-${key}`;
  const part = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const parts: BlobPart[] = Object.entries(fields).flatMap(([name, value]) => [
    part(name),
    value,
    '\r\n',
  ]);
  const head = new Blob(parts).size;
  for (const [name, file] of Object.entries(files))
    if (file)
      parts.push(
        part(name, `; filename="${name}.pdf"\r\nContent-Type: application/pdf`),
        file,
        '\r\n',
      );
  return {
    head,
    form: new Blob([...parts, `--${boundary}--\r\n`], {
      type: `multipart/form-data; boundary=${boundary}`,
    }),
  };
}

/** Tells one content from another, also where the files were not read. */
async function fingerprintOf(
  fields: Parts['fields'],
  files: Parts['files'],
  announced: AnnouncedDocuments | undefined,
): Promise<string> {
  const facts = Object.entries(files).map(([name, file]) => [
    name,
    file?.name,
    file?.size,
    file?.lastModified,
  ]);
  return sha256(new TextEncoder().encode(JSON.stringify([fields, facts, announced])));
}
