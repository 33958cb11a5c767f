/** A browser, as far as the API can tell: it keeps cookies and has an address of its own. */
import type { Person } from './app.ts';

type Reply = { status: number; body: any; headers: Headers };

export type Browser = {
  post(path: string, body?: unknown): Promise<Reply>;
  ask(method: string, path: string, body?: unknown, token?: string): Promise<Reply>;
  /** By name, with their attributes. */
  cookies: Map<string, string>;
};

/** `address`: where the proxy says that it is, for an app with TRUST_PROXY=1. */
export function openBrowser(visitor: Person, address: string): Browser {
  const cookies = new Map<string, string>();
  const ask: Browser['ask'] = async (method, path, body, token) => {
    const cookie = [...cookies.values()].map((one) => one.split(';')[0]).join('; ');
    const headers = { 'x-forwarded-for': address, ...(cookie && { cookie }) };
    const reply = await visitor.ask(method, path, body, { headers, token });
    for (const set of reply.headers.getSetCookie()) cookies.set(set.split('=')[0]!, set);
    return reply;
  };
  return { post: (path, body) => ask('POST', path, body), ask, cookies };
}
