/** Small numbers of the public record: contract §9.10. */
const SMALL = 5;

/**
 * Hides numbers from 1 to 4. While exactly one cell is hidden, the smallest other one that is not 0
 * is too, so that the total does not give it away; of equals, the first. Where all others are 0,
 * the first of them.
 */
export function hideSmall(column: readonly number[]): (number | null)[] {
  const hidden = column.map((count) => (count > 0 && count < SMALL ? null : count));
  if (hidden.filter((count) => count === null).length !== 1) return hidden;
  const shown = hidden.filter((count) => count !== null && count > 0);
  const smallest = shown.length > 0 ? Math.min(...(shown as number[])) : 0;
  if (hidden.includes(smallest)) hidden[hidden.indexOf(smallest)] = null;
  return hidden;
}
