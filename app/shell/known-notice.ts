import { useMatches } from 'react-router';
import type { Notice } from '#domain/notices/schema.ts';

type NoticeHolder = { notice?: Notice | null } | undefined;

/** The notice that the server put into this document. */
export const useServedNotice = (): Notice | null =>
  useMatches()
    .map(({ loaderData }) => (loaderData as NoticeHolder)?.notice)
    .find(Boolean) ?? null;

let known: Notice | null = null;

/** For the next layout: between login and portal, no document is fetched. */
export const rememberNotice = (notice: Notice | null): void => void (known = notice);
export const knownNotice = (): Notice | null => known;
