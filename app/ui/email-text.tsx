/**
 * An e-mail address that breaks after its @ if the line is too short: one element, because a cell
 * may be a grid.
 */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <span>
      <span>{address.slice(0, at)}</span>
      <wbr />
      <span>{address.slice(at)}</span>
    </span>
  );
}
