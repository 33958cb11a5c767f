/** Cookies that tell browsers apart. They sign nobody in: tokens are sent as headers by script. */
import { randomBytes } from 'node:crypto';
import { API_BASE } from '#domain/api.ts';
import { COOKIES } from '#domain/constants.ts';
import type { Context } from '../context.ts';
import { hashToken } from './guards.ts';

type Name = keyof typeof COOKIES;
type Parts = Pick<Context, 'cookie' | 'publicUrl'>;

/** 256 random bits, as `randomBytes` gives them below. */
const VALUE = '([\\w-]{43})';
const PATTERNS = {
  challenge: new RegExp(`(?:^|;)\\s*${COOKIES.challenge.name}=${VALUE}\\s*(?:;|$)`),
  device: new RegExp(`(?:^|;)\\s*${COOKIES.device.name}=${VALUE}\\s*(?:;|$)`),
};

const read = ({ cookie }: Parts, name: Name): string | undefined =>
  PATTERNS[name].exec(cookie ?? '')?.[1];

/** The hash of the cookie that was sent; undefined if none was. */
export function sentBrowser(context: Parts, name: Name): string | undefined {
  const value = read(context, name);
  return value && hashToken(value);
}

/** Whether the client sends cookies back: a first visit and a client without cookies look alike. */
export const keepsCookies = (context: Parts): boolean =>
  read(context, 'challenge') !== undefined || read(context, 'device') !== undefined;

/** The hash to be stored, and the header that gives the browser its cookie or renews it. */
export function browserCookie(
  context: Parts,
  name: Name,
): { browser: string; headers: { 'set-cookie': string } } {
  const value = read(context, name) ?? randomBytes(32).toString('base64url');
  const { name: cookie, lifetimeSeconds } = COOKIES[name];
  const attributes = [
    `${cookie}=${value}`,
    `Max-Age=${lifetimeSeconds}`,
    `Path=${API_BASE}/auth`,
    'HttpOnly',
    'SameSite=Strict',
    ...(context.publicUrl.startsWith('https://') ? ['Secure'] : []),
  ];
  return { browser: hashToken(value), headers: { 'set-cookie': attributes.join('; ') } };
}
