import { z } from 'zod';
import { escapeHtml } from '../text/escape-html.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { endpoint, type Answer } from '../http/endpoint.ts';
import { requireStopLink, stopReminders } from './reminder-service.ts';

const stopQuery = z.object({
  user: z.string().optional().catch(undefined),
  signature: z.string().optional().catch(undefined),
});

const HTML = 'text/html; charset=utf-8';

const page = (sentence: string, button = ''): Answer => ({
  headers: { 'content-type': HTML },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Reminders</title></head><body><main><h1>Reminders</h1><p>${escapeHtml(sentence)}</p>${button}</main></body></html>`,
});

/** GET changes nothing: mail servers follow links to inspect them. */
export const ask = endpoint(
  {
    summary: 'Ask whether reminders are to end',
    query: stopQuery,
    produces: 'text/html',
    refuses: [403],
  },
  async (context, { query }) => {
    requireStopLink(context, query);
    return page(
      DRAFT_RULES.askStop,
      '<form method="post"><button name="List-Unsubscribe" value="One-Click">Stop reminders</button></form>',
    );
  },
);

export const stop = endpoint(
  {
    summary: 'End reminders by a signed link, with one click in a mail program (RFC 8058)',
    query: stopQuery,
    produces: 'text/html',
    refuses: [403],
  },
  async (context, { query }) => {
    await stopReminders(context, query);
    return page(DRAFT_RULES.stopped);
  },
);
