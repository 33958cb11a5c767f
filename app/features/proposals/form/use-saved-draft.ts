import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import type { Draft, SaveDraftInput } from '#domain/drafts/schema.ts';
import type { AnswerValue } from '#domain/questions/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import type { Versioned } from '#app/api/transport.ts';
import { createDraftSync } from '#app/editing/draft-sync.ts';
import type { Saved } from '#app/editing/draft-versions.ts';
import { useFlushing } from '#app/editing/use-flushing.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import { readDrafts } from '#app/storage/local-storage.ts';
import { readValues, toValues } from '#app/features/questions/read-values.ts';
import { answersKey } from '#app/storage/submission-drafts.ts';

const FIELDS = [
  'business_name',
  'business_location',
  'business_website',
  'business_description',
] as const;

/** The specified fields. */
const pickFields = (values: FormValues): FormValues =>
  Object.fromEntries(FIELDS.map((name) => [name, values[name] ?? '']));

function toInput(values: FormValues): SaveDraftInput {
  const answers = readValues(values);
  return { fields: pickFields(values), ...(Object.keys(answers).length > 0 && { answers }) };
}

/** In this device's time. */
const toSaved = (draft: Versioned<Draft>, aheadMs: number): Saved => ({
  values: { ...draft.fields, ...toValues(draft.answers) },
  etag: draft.etag,
  savedAt: Date.parse(draft.saved_at) + aheadMs,
});

/** Milliseconds after which a silent connection counts as none. */
const UNANSWERED_MS = 20_000;
const soon = () => AbortSignal.timeout(UNANSWERED_MS);

const fetchDraft = (programId: string) => draftCalls.find(programId, { signal: soon() });

/**
 * The draft for one program, kept on this device and on the server. `server`: the server's last
 * answer, with documents and a waiting receipt; null if it has no draft.
 */
export function useSavedDraft(programId: string, userId: string) {
  const [server, setServer] = useState<Draft | null>(null);
  const [sync] = useState(() =>
    createDraftSync(answersKey(programId, userId), {
      fetch: async () => {
        const draft = await fetchDraft(programId);
        setServer(draft);
        // What was typed on this device since is newer than an answer kept for offline use.
        if (draft?.isOffline && readDrafts(answersKey(programId, userId)).length > 0)
          throw new ApiError(0, 'network', PROFILE.wrong);
        return draft && toSaved(draft, draft.aheadMs);
      },
      save: async (values, etag) => {
        const options = { etag, isNew: etag === null, signal: soon() };
        const draft = await draftCalls.save(programId, toInput(values), options);
        setServer(draft);
        return toSaved(draft, Date.now() - Date.parse(draft.saved_at));
      },
    }),
  );
  const snapshot = useSyncExternalStore(sync.subscribe, sync.read, sync.read);
  useEffect(() => void sync.load(), [sync]);
  useFlushing(sync.flush, sync.leave);

  /** Refetches documents and receipt; the input stays. */
  const refresh = useCallback(async (): Promise<Draft | null> => {
    const draft = await fetchDraft(programId);
    setServer(draft);
    return draft;
  }, [programId]);
  /** Saves what was typed: the fields of the form, or else one answer. */
  const saveFields = (values: FormValues) => sync.save({ ...sync.values(), ...pickFields(values) });
  const saveAnswer = (questionId: string, value: AnswerValue | null) =>
    sync.save({ ...sync.values(), ...toValues({ [questionId]: value }) });
  return { ...snapshot, server, refresh, sync, saveFields, saveAnswer };
}

export type SavedDraft = ReturnType<typeof useSavedDraft>;
