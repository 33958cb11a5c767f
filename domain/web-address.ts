/** Addresses of websites as people type them. Without zod, because forms check them too. */

export const WRONG_WEBSITE = 'Enter a website address such as https://example.com.';

/** Adds https:// if the scheme is missing. */
export const withScheme = (value: string): string =>
  /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(value) ? `https://${value}` : value;

export function isWebAddress(value: string): boolean {
  if (/\s/.test(value)) return false;
  const match = /^https?:\/\/([^/?#@\s]+)([/?#].*)?$/i.exec(value);
  return match !== null && /^[^.:]+(\.[^.:]+)*(:\d{1,5})?$/.test(match[1]!);
}
