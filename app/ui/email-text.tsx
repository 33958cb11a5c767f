import { Fragment } from 'react';

/** Each ends after the @ or before a dot. */
const PARTS = /\.?[^@.]+@?|./g;

/**
 * An e-mail address that breaks between its parts if the line is too short: one element, because a
 * cell may be a grid.
 */
export function EmailText({ address }: { address: string }) {
  return (
    <span>
      {address.match(PARTS)?.map((part, place) => (
        <Fragment key={place}>
          {place > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
