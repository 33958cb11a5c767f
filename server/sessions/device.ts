/** A device in the words of a person: "Chrome on Android". */
import { parse } from 'bowser';

const MAX_AGENT_CHARS = 300;

/** What is kept of the header `User-Agent`: bounded, null without one. */
export const boundedAgent = (userAgent: string | undefined): string | null =>
  userAgent?.slice(0, MAX_AGENT_CHARS) || null;

/** Takes what was kept. Says so where nobody can tell. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || os.name || 'Unknown device';
}
