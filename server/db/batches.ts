/** Values per statement, unless a row is large. */
const BATCH = 500;

/** The items in order, in parts of at most `size`: a statement takes only so many values. */
export const batchesOf = <Item>(items: readonly Item[], size = BATCH): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );
