import { formatPhone } from '#domain/accounts/phone-rules.ts';

/** A phone number to read and to call. */
export const PhoneLink = ({ number }: { number: string }) => (
  <a href={`tel:${number}`}>{formatPhone(number)}</a>
);
