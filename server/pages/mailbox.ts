/** `/dev/mailbox`: shows the outbox to people who try the product without a mail server. */
import type { FastifyInstance } from 'fastify';
import { Problem } from '#domain/problem.ts';
import { sendDocument } from '../http/html.ts';
import { NOT_FOUND } from '../http/problems.ts';
import { readMessage, listOutbox, readOutbox } from '../mail/mailer.ts';
import { escapeHtml } from '../text/escape-html.ts';

const SHOWN = 50;

/**
 * Adds the page. Call it only if mail goes to the outbox and nobody but the developer has access.
 */
export function addMailboxPage(app: FastifyInstance, dir: string): void {
  app.get('/dev/mailbox', async (_request, reply) => {
    const names = await listOutbox(dir, SHOWN);
    const items = await Promise.all(
      names.map(async (name) => renderItem(name, (await readOutbox(dir, name)) ?? '')),
    );
    const empty = '<p>No messages yet. Register or log in, and come back.</p>';
    reply.header('cache-control', 'no-store');
    return sendDocument(
      reply,
      'Mailbox',
      `<h1>Mailbox</h1><p>No mail server is set, so every message ends here. Newest first. <a href="/dev/mailbox">Look again</a></p>${items.join('') || empty}`,
    );
  });

  app.get<{ Params: { name: string } }>('/dev/mailbox/:name', async (request, reply) => {
    const raw = await readOutbox(dir, request.params.name);
    if (raw === undefined) throw new Problem('not_found', NOT_FOUND);
    reply.headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy':
        "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'",
    });
    return reply.type('text/html; charset=utf-8').send((await readMessage(raw)).html);
  });
}

async function renderItem(name: string, raw: string): Promise<string> {
  const { to, subject, date, text } = await readMessage(raw);
  const body = escapeHtml(text)
    .replace(/^ +(\d{6})$/m, '<span class="code">$1</span>')
    .replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
  return `<article class="item"><strong>${escapeHtml(subject)}</strong><div class="soft">to ${escapeHtml(to)} · ${escapeHtml(date)} · <a href="/dev/mailbox/${name}">as it looks</a></div><div class="body">${body.trim()}</div></article>`;
}
