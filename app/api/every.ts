import { PAGING } from '#domain/constants.ts';
import type { Page } from './transport.ts';

type Range = { skip: number; limit: number };

/** All items of a list that returns 1,000 at a time; `isEnough` may stop it early. */
export async function listEvery<T>(
  read: (range: Range) => Promise<Page<T>>,
  isEnough: (items: readonly T[]) => boolean = () => false,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const { items, total } = await read({ skip: all.length, limit: PAGING.limit });
    all.push(...items);
    if (items.length === 0 || all.length >= total || isEnough(all)) return all;
  }
}
