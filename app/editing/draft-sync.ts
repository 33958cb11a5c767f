/**
 * Keeps the input of one form, immediately on this device and soon after on the server. Independent
 * of screens and of the meaning of the fields.
 */
import { ApiError } from '#app/api/api-error.ts';
import { beforeLogout } from '#app/session/before-logout.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import type { Draft } from '#app/storage/local-storage.ts';
import { editingLabels } from './labels.ts';
import {
  noticeOf,
  refusedBy,
  restoredOf,
  swappedOf,
  twoOf,
  type DraftNotice,
  type SaveState,
} from './draft-notice.ts';
import {
  differingNames,
  isSame,
  putAside,
  reconcile,
  withUnanswered,
  type Saved,
  type Versions,
} from './draft-versions.ts';
import { saveByVersion } from './save-by-version.ts';
import { createStoredDrafts } from './stored-drafts.ts';

/** Milliseconds of typing that an empty battery may cost. */
const WRITE_AFTER_MS = 400;
/** Milliseconds from the first unsaved letter until it is sent to the server. */
const SEND_AFTER_MS = 1500;
/** Milliseconds between two attempts while there is no connection. */
const RETRY_MS = 5000;

type DraftCalls = {
  /** Null if the server has none. */
  fetch: () => Promise<Saved | null>;
  /** Throws a 412 if there is a version other than `etag`; null: if there is one. */
  save: (values: FormValues, etag: string | null) => Promise<Saved>;
};

type DraftSnapshot = {
  isLoaded: boolean;
  /** The initial values of the form; it is redrawn with each `version`. */
  values: FormValues;
  version: number;
  notice: DraftNotice;
  save: SaveState;
};

const isSilent = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

/**
 * The syncs of this page by their keys. One whose form was left goes on sending until the form is
 * opened again; then the new one takes over.
 */
const latest = new Map<string, { handOver: () => Versions }>();

/** `key` names the form and the person, like the keys of other drafts. */
export function createDraftSync(key: string, calls: DraftCalls) {
  const stored = createStoredDrafts(key);
  let versions = stored.read();
  let snapshot: DraftSnapshot = {
    isLoaded: false,
    values: {},
    version: 0,
    notice: null,
    save: { kind: 'nothing', at: null },
  };
  let writing: ReturnType<typeof setTimeout> | undefined;
  let sending: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isOver = false;
  let hasLeft = false;
  /** Whether the server has said what it has. */
  let isFetched = false;
  const listeners = new Set<() => void>();

  const tell = (change: Partial<DraftSnapshot>) => {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  };
  const write = () => {
    clearTimeout(writing);
    writing = undefined;
    if (isDeleted()) end();
    if (isOver) return;
    const merged = stored.merge(versions);
    versions = merged.versions;
    stored.write(versions);
    if (merged.typed) tell({ notice: twoOf(merged.typed) });
    const { save } = snapshot;
    if (save.kind === 'here') tell({ save: { ...save, isStored: isStored() } });
  };
  /** On this device; beside what another tab has typed since. */
  const isStored = () => versions.mine !== null && stored.has(versions.mine);
  const isUnsent = () => versions.mine !== null && !versions.mine.isSent;
  /** While there is no connection, the state stays "here". */
  const tellSending = () => {
    if (isUnsent() && snapshot.save.kind !== 'here') tell({ save: { kind: 'sending', at: null } });
  };
  /** From the list, or in another tab: a form that was left does not bring it back. */
  const isDeleted = () => hasLeft && stored.areGone();
  const end = () => {
    isOver = true;
    beforeLogout.delete(sync.settleAll);
    clearTimeout(sending);
    clearTimeout(writing);
  };
  const self = {
    handOver: () => {
      end();
      return isDeleted() ? { mine: null, others: [] } : versions;
    },
  };
  /** Even if this browser keeps nothing; what another tab has stored since is newer. */
  const takeOver = (left: Versions) => {
    if (left.mine && left.mine.savedAt >= (versions.mine?.savedAt ?? 0)) versions = left;
  };
  const draw = (notice: DraftNotice) => {
    write();
    tell({ values: versions.mine?.values ?? {}, version: snapshot.version + 1, notice });
  };
  const sendSoon = (milliseconds: number) => {
    if (isOver) return;
    sending ??= setTimeout(() => void push().catch(() => undefined), milliseconds);
  };
  const stayHere = (error: unknown) => {
    if (writing !== undefined) write();
    sendSoon(RETRY_MS);
    if (!versions.mine) return;
    const isOffline = !(error instanceof ApiError) || error.status === 0;
    tell({ save: { kind: 'here', isStored: isStored(), isOffline } });
  };

  /** Merges what the server has, and redraws the form if that version wins. */
  const takeIn = (theirs: Saved | null, isFirst: boolean) => {
    if (isOver) return;
    isFetched = true;
    const before = versions;
    versions = reconcile(before, theirs);
    const {
      mine,
      others: [other],
    } = versions;
    const isOther = other !== undefined && other !== before.others[0];
    const isDrawn = !isSame(mine?.values, before.mine?.values);
    if (isOther && !isDrawn && !isFirst) return tell({ notice: twoOf(other) });
    if (isOther) return draw(noticeOf(versions));
    if (!isDrawn && !isFirst) return;
    draw(isFirst ? noticeOf(versions) : restoredOf(mine));
  };

  const fetchIn = async (isFirst = false) => takeIn(await calls.fetch(), isFirst);
  /** What was submitted or deleted elsewhere is only made again by whoever was told. */
  const fetchOther = async () => {
    const theirs = await calls.fetch();
    if (!theirs && versions.mine?.etag) throw new ApiError(404, 'gone', editingLabels.draftGone);
    takeIn(theirs, false);
  };
  const send = async () => {
    // A draft that was never seen or saved here may have been typed on another device since.
    if (!isFetched || !versions.mine?.etag) await fetchOther();
    if (!versions.mine || versions.mine.isSent) return;
    // If the page is closed before the answer, the next one knows. Offline, nothing leaves.
    const mine = navigator.onLine === false ? versions.mine : withUnanswered(versions.mine);
    versions = { ...versions, mine };
    write();
    if (isOver) return;
    const { etag, savedAt } = await calls.save(mine.values, mine.etag ?? null);
    if (isOver) return;
    const change = versions.mine === mine ? { savedAt, isSent: true } : {};
    versions = { ...versions, mine: { ...versions.mine!, ...change, etag, unanswered: undefined } };
    write();
  };
  /** Throws a refusal, or an error if there is no answer. */
  const push = (): Promise<void> => {
    clearTimeout(sending);
    sending = undefined;
    running ??= pushNow().finally(() => (running = undefined));
    return running;
  };
  const pushNow = async () => {
    if (isDeleted()) return end();
    if (hasLeft && !isUnsent()) return;
    const before = versions.mine?.values;
    try {
      tellSending();
      await saveByVersion(send, fetchOther);
      if (!isOver) settle();
    } catch (error) {
      if (isSilent(error)) stayHere(error);
      else tell({ save: refusedBy(error as ApiError) });
      // Perhaps corrected meanwhile.
      if (versions.mine?.values !== before) sendSoon(SEND_AFTER_MS);
      throw error;
    }
  };
  const settle = () => {
    const { mine } = versions;
    if (isUnsent()) return sendSoon(SEND_AFTER_MS);
    tell({ save: mine ? { kind: 'sent', at: mine.savedAt } : { kind: 'nothing', at: null } });
  };
  const change = (mine: Draft, others: Draft[], notice: (now: Versions) => DraftNotice) => {
    const { etag = null, unanswered } = versions.mine ?? {};
    const changed = { ...mine, etag, unanswered, isSent: false, savedAt: Date.now() };
    versions = putAside({ mine: changed, others: [] }, ...others);
    draw(notice(versions));
    tellSending();
    sendSoon(0);
  };

  const sync = {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: (): DraftSnapshot => snapshot,
    /** The current values of the form. */
    values: (): FormValues => versions.mine?.values ?? {},
    /** Asks the server once; without a connection the copy on this device is used. */
    load: async (): Promise<void> => {
      const before = latest.get(key);
      if (before && before !== self) takeOver(before.handOver());
      latest.set(key, self);
      beforeLogout.add(sync.settleAll);
      hasLeft = false;
      try {
        await fetchIn(true);
        tell({ isLoaded: true });
        settle();
      } catch (error) {
        draw(noticeOf(versions));
        tell({ isLoaded: true });
        if (isSilent(error)) stayHere(error);
      }
    },
    save: (values: FormValues): void => {
      const { mine, others } = versions;
      if (isOver || isSame(values, mine?.values)) return;
      const changed = { etag: null, ...mine, values, savedAt: Date.now(), isSent: false };
      versions = { mine: changed, others };
      writing ??= setTimeout(write, WRITE_AFTER_MS);
      tellSending();
      sendSoon(SEND_AFTER_MS);
    },
    /** Writes pending changes at once and starts sending them. */
    flush: (): void => {
      if (writing !== undefined) write();
      if (sending !== undefined && !isOver) void push().catch(() => undefined);
    },
    /** The form is gone from the screen; what it has not sent yet is still sent. */
    leave: (): void => {
      hasLeft = true;
      sync.flush();
    },
    /**
     * Resolves with the server's version when that is the form's content; throws what prevents
     * that.
     */
    settleAll: async (): Promise<string | null> => {
      await running?.catch(() => undefined);
      while (!isOver && isUnsent()) await push();
      return versions.mine?.etag ?? null;
    },
    /** The server has another version. */
    refetch: fetchOther,
    /** The person had the server fill the draft in, so there is nothing to say about it. */
    refill: async (): Promise<void> => {
      await fetchOther();
      tell({ notice: null });
      settle();
    },
    /** Empties the form; its former values can be brought back. */
    startFresh: (): void => {
      const { mine, others } = versions;
      if (!mine) return;
      const empty = Object.fromEntries(Object.keys(mine.values).map((name) => [name, '']));
      change({ values: empty, savedAt: 0 }, [mine, ...others], noticeOf);
    },
    /** Shows the next version; this one is the last then. */
    bringBack: (): void => {
      const {
        mine,
        others: [other, ...rest],
      } = versions;
      if (other) change(other, mine ? [...rest, mine] : rest, swappedOf);
    },
    /** The names of the fields in which the other version differs from what is shown. */
    differing: (): string[] => {
      const { mine, others } = versions;
      return others[0] ? differingNames(mine?.values, others[0].values) : [];
    },
    /** After it was submitted or deleted: nothing of it stays on this device. */
    clear: (): void => {
      versions = { mine: null, others: [] };
      stored.clear();
      end();
    },
  };
  return sync;
}
