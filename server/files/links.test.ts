import { describe, expect, it } from 'vitest';
import { attachmentHeaders, signLink, verifyLink } from './links.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const LINK = {
  key: 'user-1/deck_1',
  filename: 'Ɛdwuma "plan" ü.pdf',
  expiresAt: new Date('2026-03-01T13:00:00Z'),
};

function queryOf(link: string) {
  const url = new URL(link, 'http://x');
  const key = decodeURIComponent(url.pathname.replace('/api/v1/files/', ''));
  return { key, ...Object.fromEntries(url.searchParams) } as {
    key: string;
    name: string;
    expires: string;
    signature: string;
  };
}

describe('a signed link', () => {
  const query = queryOf(signLink('secret', LINK));

  it('is good until it expires', () => {
    expect(query).toMatchObject({ key: LINK.key, name: LINK.filename });
    expect(verifyLink('secret', query, NOW)).toBe('ok');
    expect(verifyLink('secret', query, LINK.expiresAt)).toBe('link_expired');
  });

  it.each<[string, object]>([
    ['another key', { key: 'user-2/deck_1' }],
    ['another name', { name: 'x.exe' }],
    ['a later end', { expires: '9999999999' }],
    ['another signature', { signature: 'A'.repeat(43) }],
    ['no signature', { signature: undefined }],
    ['two signatures', { signature: ['a', 'b'] as unknown as string }],
  ])('is invalid with %s', (_, change) => {
    expect(verifyLink('secret', { ...query, ...change }, NOW)).toBe('link_invalid');
    expect(verifyLink('secret', { ...query, ...change }, new Date('2030-01-01'))).toBe(
      'link_invalid',
    );
  });

  it('is invalid under another secret', () => {
    expect(verifyLink('other', query, NOW)).toBe('link_invalid');
  });
});

describe('the headers of an attachment', () => {
  it('carry a readable name in both spellings and nothing that runs', () => {
    const headers = attachmentHeaders(LINK.filename, 12);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="_dwuma _plan_ u.pdf"; filename*=UTF-8''%C6%90dwuma%20%22plan%22%20%C3%BC.pdf`,
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  });

  it('survive line breaks, paths and broken text', () => {
    const value = attachmentHeaders('a\r\nSet-Cookie: x/../\ud800.pdf', 1)['content-disposition'];
    expect(value).toMatch(/^[\x20-\x7e]+$/);
    expect(value).not.toContain('/');
  });
});
