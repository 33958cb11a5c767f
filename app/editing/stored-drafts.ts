/** One form's draft and its other versions on this device, which other tabs change too. */
import { readDrafts, writeDrafts, type Draft } from '#app/storage/local-storage.ts';
import { isSame, putAside, type Versions } from './draft-versions.ts';

const textOf = (drafts: Draft[]): string => JSON.stringify(drafts);
const NOTHING = textOf([]);

export function createStoredDrafts(key: string) {
  /** What is stored, as far as this tab knows. */
  let known = textOf(readDrafts(key));

  return {
    read: (): Versions => {
      const [mine, ...others] = readDrafts(key);
      return putAside({ mine: mine ?? null, others: [] }, ...others);
    },
    write: ({ mine, others }: Versions): void => {
      writeDrafts(key, mine ? [mine, ...others] : others);
      known = textOf(readDrafts(key));
    },
    /**
     * With what another tab has stored since, which must not be overwritten: as `typed` if it is
     * nowhere else.
     */
    merge: (versions: Versions): { versions: Versions; typed?: Draft } => {
      const [stored, ...others] = readDrafts(key);
      const { mine } = versions;
      if (!stored || textOf([stored, ...others]) === known) return { versions };
      if (!mine) return { versions: putAside({ mine: stored, others }, ...versions.others) };
      if (stored.isSent === true || isSame(stored.values, mine.values))
        return { versions: putAside(versions, ...others) };
      return { versions: putAside(versions, stored, ...others), typed: stored };
    },
    has: ({ savedAt }: Draft): boolean => readDrafts(key).some((one) => one.savedAt === savedAt),
    /** Somebody else has deleted them. */
    areGone: (): boolean => known !== NOTHING && readDrafts(key).length === 0,
    clear: (): void => writeDrafts(key, []),
  };
}
