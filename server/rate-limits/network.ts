/** Whose an address is: the networks that limits count and share by. */
import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Of these, one subscriber has all addresses: a whole /64. */
const OWN_GROUPS = 4;
const MAPPED = 0xffff;

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  // The parser of URLs turns a dotted end into two groups.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [head, tail] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const missing = GROUPS - head!.length - (tail?.length ?? 0);
  const groups = [...head!, ...Array<string>(missing).fill('0'), ...(tail ?? [])];
  return groups.map((group) => Number.parseInt(group, 16));
}

const toDotted = (groups: number[]): string =>
  groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');

/** The IPv4 address that it is, mapped into IPv6 in any spelling or not; undefined if none. */
export function ipv4Of(address: string): string | undefined {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === MAPPED;
  return isMapped ? toDotted(groups.slice(6)) : undefined;
}

/** One subscriber's addresses are one network: an IPv4 address, or a /64 of IPv6. */
export const networkOf = (address: string): string =>
  ipv4Of(address) ??
  groupsOf(address)
    .slice(0, OWN_GROUPS)
    .map((group) => group.toString(16))
    .join(':');
