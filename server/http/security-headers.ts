/**
 * Security headers of every answer: no content sniffing, no framing, no loading, https only. Pages
 * have their own policy (server/pages/csp.ts).
 */
const ALWAYS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * For an installation at this address; created once, because they are the same for every answer.
 */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https://')
    ? { ...ALWAYS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : ALWAYS;
