/** Describes a device in plain words: "Chrome on Android". */
import { parse } from 'bowser';

const MAX_AGENT_CHARS = 300;

/** The stored part of the header `User-Agent`: truncated, null if it is missing. */
export const boundedAgent = (userAgent: string | undefined): string | null =>
  userAgent?.slice(0, MAX_AGENT_CHARS) || null;

/** Takes the stored header. Says so if the device is unknown. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || os.name || 'Unknown device';
}
