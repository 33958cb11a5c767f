import { useQuery } from '@tanstack/react-query';
import type { Draft } from '#domain/drafts/schema.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { api } from '#app/api/browser.ts';
import { listEvery } from '#app/api/every.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { draftLabels } from './labels.ts';

/** Milliseconds between two fetches while a submission waits for its documents. */
const WAITING_LOOK_MS = 30_000;
const MOST_ATTEMPTS = 50;

/** All own drafts, the nearest deadline first. */
export const useOwnDrafts = () =>
  useQuery({
    queryKey: [queryKeys.drafts, 'own'],
    queryFn: ({ signal }) =>
      listEvery((range) =>
        api.listDrafts(
          { sort: 'deadline_date', ...range },
          { signal, fallback: draftLabels.failed },
        ),
      ),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ submitting }) => submitting) ? WAITING_LOOK_MS : false,
  });

/** Submissions that were refused, the newest first. */
export const useAttempts = (limit = MOST_ATTEMPTS) =>
  useQuery({
    queryKey: [queryKeys.drafts, 'attempts', limit],
    queryFn: async ({ signal }) => (await api.listAttempts({ limit }, { signal })).items,
  });

/** What an applicant has begun or sent for a program. */
export type Standing = { draft: Draft | undefined; proposal: ListedProposal | undefined };

/** Returns a lookup by program; it finds nothing while the lists load. */
export const findStanding =
  (drafts: readonly Draft[] = [], proposals: readonly ListedProposal[] = []) =>
  (programId: string): Standing => ({
    draft: drafts.find(
      ({ program_id, my_role }) => program_id === programId && my_role !== 'member',
    ),
    proposal: proposals.find(
      ({ program_id, my_role }) => program_id === programId && my_role !== 'member',
    ),
  });
