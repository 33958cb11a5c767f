/**
 * What every answer tells browsers: guess no types, frame nothing, load nothing, stay on https.
 * Pages bring a policy of their own (server/pages/csp.ts).
 */
const ALWAYS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** For an installation at this address; made once, as they are the same for every answer. */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https://')
    ? { ...ALWAYS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : ALWAYS;
