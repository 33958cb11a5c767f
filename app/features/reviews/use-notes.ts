import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Note } from '#domain/reviews/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import { randomKey } from '#app/api/random-key.ts';
import type { Page } from '#app/api/transport.ts';
import { roomLabels } from './labels.ts';
import { notesKey } from './use-room-proposal.ts';

export function useNotes(id: string) {
  return useQuery({
    queryKey: notesKey(id),
    queryFn: ({ signal }) => api.listNotes(id, { signal }),
  });
}

export function useAddNote(id: string) {
  const cache = useQueryClient();
  // The answer may have got lost: the same text again is the same note.
  const last = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: (text: string) => {
      if (text !== last.current.text) last.current = { text, key: randomKey() };
      return api.createNote(id, text, {
        idempotencyKey: last.current.key,
        fallback: roomLabels.noteFailed,
      });
    },
    onSuccess: (note) => {
      last.current.text = '';
      cache.setQueryData<Page<Note>>(notesKey(id), (page) => ({
        items: [note, ...(page?.items ?? [])],
        total: (page?.total ?? 0) + 1,
      }));
      return cache.invalidateQueries({ queryKey: [queryKeys.reviews, 'history', id] });
    },
  });
}

function useAsking(id: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: notesKey(id) });
}

export function useChangeNote(id: string) {
  return useMutation({
    mutationFn: ({ noteId, text }: { noteId: string; text: string }) =>
      api.updateNote(id, noteId, text, { fallback: roomLabels.noteFailed }),
    onSuccess: useAsking(id),
  });
}

export function useDeleteNote(id: string) {
  return useMutation({
    mutationFn: (noteId: string) =>
      api.deleteNote(id, noteId, { fallback: roomLabels.noteDeleteFailed }),
    onSuccess: useAsking(id),
  });
}
