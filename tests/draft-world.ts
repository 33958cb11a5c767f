/** A server with one draft and the line to it, for random stories. Needs fake timers. */
import { pick, type Random } from './fuzz/random.ts';

type Values = Record<string, string>;
type SavedDraft = { values: Values; etag: string | null; savedAt: number };
/** Errors of the client's own class, which each page has anew. */
export type Errors = { silence: () => Error; changed: () => Error };

const LINES = ['works', 'works', 'off', 'slow', 'loses answers'] as const;
/** Milliseconds until a request without an answer counts as lost. */
const PATIENCE_MS = 20_000;

/** One text; `had`: all that it ever had. */
function startServer() {
  let versions = 0;
  const server = {
    text: null as string | null,
    etag: null as string | null,
    savedAt: 0,
    had: new Set(['']),
    read: (): SavedDraft | null =>
      server.text === null
        ? null
        : { values: { name: server.text }, etag: server.etag, savedAt: server.savedAt },
    put: (text: string): SavedDraft => {
      server.had.add(text);
      if (server.text !== text) {
        versions += 1;
        Object.assign(server, { text, etag: `"${versions}"`, savedAt: Date.now() });
      }
      return server.read()!;
    },
    delete: () => void Object.assign(server, { text: null, etag: null }),
  };
  return server;
}

/** Requests take time on it, get lost, or are answered in vain. */
function startLine(random: Random) {
  let waiting: { due: number; run: () => void }[] = [];
  /** What a page has sent may still arrive after it has ended; its answers reach nobody. */
  let visit = 0;
  const later = (milliseconds: number, run: () => void) =>
    void waiting.push({ due: Date.now() + milliseconds, run });
  const line = {
    state: 'works' as (typeof LINES)[number],
    change: () => {
      line.state = pick(random, LINES);
    },
    endVisit: () => {
      visit += 1;
    },
    deliver: () => {
      const due = waiting.filter((one) => one.due <= Date.now());
      waiting = waiting.filter((one) => one.due > Date.now());
      for (const { run } of due) run();
    },
    call: <T>(work: () => T, silence: () => Error): Promise<T> =>
      new Promise((resolve, reject) => {
        const from = visit;
        const fail = () => void (from === visit && reject(silence()));
        if (line.state === 'off') return later(10, fail);
        const way = random() * (line.state === 'slow' ? PATIENCE_MS / 2 : 400);
        later(way, () => {
          const answer = answerOf(work);
          if (line.state === 'off' || line.state === 'loses answers')
            return later(PATIENCE_MS, fail);
          later(way, () => void (from === visit && answer.then(resolve, reject)));
        });
      }),
  };
  return line;
}

/** Rejects with a refusal, which nobody may wait for. */
function answerOf<T>(work: () => T): Promise<T> {
  const answer = new Promise<T>((resolve) => resolve(work()));
  answer.catch(() => undefined);
  return answer;
}

export function startDraftWorld(random: Random) {
  const [server, line] = [startServer(), startLine(random)];
  const callsFor = ({ silence, changed }: Errors) => ({
    fetch: () => line.call(server.read, silence),
    save: ({ name = '' }: Values, etag: string | null) =>
      line.call(() => {
        if (etag !== server.etag) throw changed();
        return server.put(name);
      }, silence),
  });
  return { server, line, callsFor };
}
