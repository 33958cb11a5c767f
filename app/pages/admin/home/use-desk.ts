import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SESSIONS } from '#domain/constants.ts';
import { startOfDay } from '#domain/dates.ts';
import { comingOpening } from '#domain/programs/rules.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { api, transport } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { apiPath, readPage, send } from '#app/api/transport.ts';
import { readVisits, writeVisits } from '#app/storage/local-storage.ts';

const VISIT_MS = SESSIONS.lifetimeSeconds * 1000;

/**
 * When this person last visited, on this device; everything within one session is one visit. The
 * first visit counts from the morning.
 */
export function useLastVisit(person: string): { since: Date; isFirst: boolean } {
  const [visits] = useState(() => {
    const [known, now] = [readVisits(person), Date.now()];
    if (!known) return { before: null, last: now };
    const isNew = now - known.last > VISIT_MS;
    return { before: isNew ? known.last : known.before, last: now };
  });
  useEffect(() => writeVisits(person, visits), [person, visits]);
  const since =
    visits.before === null ? startOfDay(new Date(visits.last)) : new Date(visits.before);
  return { since, isFirst: visits.before === null };
}

/** How many have arrived since then: a count without rows. */
export const useArrivals = (since: Date) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'since', since.getTime()],
    queryFn: async ({ signal }) => {
      const query = { received_from: since.toISOString(), limit: 0 };
      return (await api.listAllProposals(query, { signal })).total;
    },
  });

const DEADLINES = 20;

/** Open programs, the nearest deadline first. */
export const useNextDeadlines = () =>
  useQuery({
    queryKey: [queryKeys.programs, 'deadlines'],
    queryFn: async ({ signal }) =>
      (await api.listPrograms({ open: true, sort: 'deadline_date', limit: DEADLINES }, { signal }))
        .items,
  });

/** Programs that are still to open, the next one first. */
export const useNextOpenings = () =>
  useQuery({
    queryKey: [queryKeys.programs, 'openings'],
    queryFn: async ({ signal }) => {
      const { items } = await api.listPrograms({ open: false, sort: '-deadline_date' }, { signal });
      const now = serverNow();
      return items
        .filter((program) => comingOpening(program, now))
        .toSorted((one, other) => (one.opens_at! < other.opens_at! ? -1 : 1));
    },
  });

const ROUNDS = 5;

/** Rounds that judges read now, the first to close first. */
export const useOpenRounds = (isEnabled: boolean) =>
  useQuery({
    queryKey: [queryKeys.rounds, 'open', ROUNDS],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const path = apiPath('/rounds/', { state: 'open' });
      const answer = await send(transport, 'GET', path, {}, { signal });
      const { items } = await readPage<Round>(answer);
      const closing = (one: Round) => one.closes_at ?? '~';
      return items
        .toSorted((one, other) => (closing(one) < closing(other) ? -1 : 1))
        .slice(0, ROUNDS);
    },
  });

const countOnly = { limit: 0 };

/** Of a list whose calls the home does not load. */
const count = async (path: string, signal: AbortSignal) =>
  readPage(await send(transport, 'GET', apiPath(path, countOnly), {}, { signal }));

/** What both admins and editors have. */
async function countContent(signal: AbortSignal) {
  const lists = await Promise.all([
    api.listEnquiries({ is_answered: false, ...countOnly }, { signal }),
    api.listTestimonials({ is_approved: false, ...countOnly }, { signal }),
    api.listPrograms(countOnly, { signal }),
    api.listPosts(countOnly, { signal }),
    api.listFaqs(countOnly, { signal }),
  ]);
  const [enquiries, testimonials, programs, posts, faqs] = lists.map(({ total }) => total);
  return { enquiries, testimonials, programs, posts, faqs };
}

/** How much is in other lists, loaded last: counts without rows. */
export const useOtherWork = (isEnabled: boolean) =>
  useQuery({
    queryKey: [queryKeys.enquiries, 'waiting'],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const [content, ...lists] = await Promise.all([
        countContent(signal),
        api.listMails({ state: 'failed', ...countOnly }, { signal }),
        api.listUsers(countOnly, { signal }),
        count('/mailings/', signal),
        count('/rounds/', signal),
        count('/judges/', signal),
      ]);
      const [mails, users, mailings, rounds, judges] = lists.map(({ total }) => total);
      return { ...content, mails, users, mailings, rounds, judges };
    },
  });

/** The same for those who may not see mails. */
export const useEditorsWork = () =>
  useQuery({
    queryKey: [queryKeys.enquiries, 'waiting', 'editors'],
    queryFn: ({ signal }) => countContent(signal),
  });
