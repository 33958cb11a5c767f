/** Sends documents from Node as the form in the browser does. */
import { setMaxListeners } from 'node:events';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';

type Draft = { programId: string; token: string };
type State = { phase: string };
/** The part of `app/uploads/` used here, which is compiled for browsers only. */
type Sending = {
  createTusClient: (
    sender: { readToken: () => string; onUnauthorized: () => void },
    base: string,
  ) => object;
  sendDocument: (task: {
    programId: string;
    kind: string;
    file: File;
    client: object;
    memory: { read: (file: File) => string | null; write: (file: File, id: string | null) => void };
    signal: AbortSignal;
    onState: (state: State) => void;
  }) => Promise<void>;
};

async function loadSending(): Promise<Sending> {
  const modules = ['document-upload', 'tus-client'].map(
    (name) => import(`../app/uploads/${name}.ts`),
  );
  return Object.assign({}, ...(await Promise.all(modules))) as Sending;
}

/** Provides what the sender needs of a browser: whether it is online, and when that changes. */
function imitateBrowser(): void {
  const window = new EventTarget();
  setMaxListeners(0, window);
  Object.assign(globalThis, { window });
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
}

/** Sends both documents at once to the server at `url`. Returns how each ended. */
export async function sendBoth(
  url: string,
  { programId, token }: Draft,
  pdf: Buffer,
): Promise<(State | undefined)[]> {
  imitateBrowser();
  const { createTusClient, sendDocument } = await loadSending();
  const client = createTusClient({ readToken: () => token, onUnauthorized: () => undefined }, url);
  return Promise.all(
    DOCUMENT_KINDS.map(async (kind) => {
      const digests = new Map<File, string | null>();
      let last: State | undefined;
      await sendDocument({
        programId,
        kind,
        file: new File([new Uint8Array(pdf)], `${kind}.pdf`),
        client,
        memory: {
          read: (file) => digests.get(file) ?? null,
          write: (file, id) => void digests.set(file, id),
        },
        signal: new AbortController().signal,
        onState: (state) => (last = state),
      });
      return last;
    }),
  );
}
