import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { Problem } from '#domain/problem.ts';
import { SCREENS } from '#domain/screens.ts';
import { endpoint, type ApiResponse } from '../http/endpoint.ts';
import { formHeaders, renderDocument } from '../http/html.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { requireStopLink, stopReminders } from './reminder-service.ts';

const stopQuery = z.object({
  user: z.string().optional().catch(undefined),
  signature: z.string().optional().catch(undefined),
});

const page = (sentence: string, more: string, status = 200): ApiResponse => ({
  status,
  headers: formHeaders,
  body: renderDocument('Reminders', `<h1>Reminders</h1><p>${escapeHtml(sentence)}</p>${more}`),
});

const TO_PROFILE = `<p class="way"><a href="${SCREENS.applicantProfile}">Open your profile</a></p>`;
const STOP =
  '<form method="post"><button name="List-Unsubscribe" value="One-Click">Stop reminders</button></form>';

/** A mail program gets a refusal as every client does; a person, who opened the link, a page. */
async function showing(
  { headers }: FastifyRequest,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  try {
    return await work();
  } catch (error) {
    const isShown = error instanceof Problem && (headers.accept ?? '').includes('text/html');
    if (!isShown) throw error;
    return page(error.message, TO_PROFILE, error.status);
  }
}

/** GET changes nothing: mail servers follow links to inspect them. */
export const ask = endpoint(
  {
    summary: 'Show the page that confirms an unsubscribe from reminders',
    query: stopQuery,
    produces: 'text/html',
    refuses: [403],
  },
  async (context, { query, request }) =>
    showing(request, async () => {
      requireStopLink(context, query);
      return page(DRAFT_RULES.askStop, STOP);
    }),
);

export const stop = endpoint(
  {
    summary: 'Unsubscribe from reminders by a signed link (one-click, RFC 8058)',
    query: stopQuery,
    produces: 'text/html',
    refuses: [403],
  },
  async (context, { query, request }) =>
    showing(request, async () => {
      await stopReminders(context, query);
      return page(DRAFT_RULES.stopped, TO_PROFILE);
    }),
);
