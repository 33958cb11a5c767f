/** What an e-mail address may look like, and what somebody probably meant to type. */
import { LENGTHS } from '../constants.ts';

const MAX_LOCAL_CHARS = 64;
const MAX_LABEL_CHARS = 63;
/** One part of what stands before the @, between dots. */
const ATOM = /^[^\s\p{Cc}\u2800@.<>()[\],;:\\"]+$/u;
/** One label of a host: letters and digits of any script, hyphens inside only. */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const TOP_LEVEL = /^(?!\p{N}+$).{2,}$/u;

/** Whether a mail server would take the address; `typed` is normalised. */
export function isEmail(typed: string): boolean {
  if (typed.length > LENGTHS.email) return false;
  const [local = '', host = '', ...more] = typed.split('@');
  const labels = host.split('.');
  return (
    more.length === 0 &&
    local.length <= MAX_LOCAL_CHARS &&
    local.split('.').every((atom) => ATOM.test(atom)) &&
    labels.length > 1 &&
    labels.every((label) => label.length <= MAX_LABEL_CHARS && LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1)!)
  );
}

/** Great providers, whose names are long enough to recognise a slip in. */
const PROVIDERS = ['gmail', 'yahoo', 'hotmail', 'outlook', 'icloud'];
/** Real hosts that are one slip away from a provider's, and no slip. */
const NO_SLIPS = ['ymail.com', 'mail.com', 'email.com'];

/** Whether one letter was left out, added, changed, or swapped with its neighbour. */
function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let start = 0;
  while (start < meant.length && typed[start] === meant[start]) start += 1;
  const [rest, other] = [typed.slice(start), meant.slice(start)];
  const isSwapped = rest[0] === other[1] && rest[1] === other[0];
  return (
    rest.slice(1) === other.slice(1) ||
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    (isSwapped && rest.slice(2) === other.slice(2))
  );
}

const isLike = (typed: string, meant: string): boolean =>
  typed === meant || isOneSlip(typed, meant);

/** The address that was probably meant, where a great provider's name has a slip in it. */
export function suggestEmail(typed: string): string | undefined {
  const at = typed.lastIndexOf('@');
  const host = typed.slice(at + 1);
  const [name = '', top = '', ...more] = host.split('.');
  if (at < 1 || more.length > 0 || NO_SLIPS.includes(host)) return undefined;
  const provider = PROVIDERS.find((one) => isLike(name, one));
  if (!provider || !isLike(top, 'com') || host === `${provider}.com`) return undefined;
  return `${typed.slice(0, at)}@${provider}.com`;
}
