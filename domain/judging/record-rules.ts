/** Small numbers of the public record: contract §9.10. */
const SMALL = 5;

/**
 * Hides numbers from 1 to 4. While exactly one cell is hidden, the smallest other one that is not 0
 * is too, so that the total does not give it away; of equals, the first.
 */
export function hideSmall(column: readonly number[]): (number | null)[] {
  const hidden = column.map((count) => (count > 0 && count < SMALL ? null : count));
  if (hidden.filter((count) => count === null).length !== 1) return hidden;
  const shown = hidden.filter((count) => count !== null && count > 0);
  if (shown.length === 0) return hidden;
  hidden[hidden.indexOf(Math.min(...(shown as number[])))] = null;
  return hidden;
}
