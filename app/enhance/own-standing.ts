import { API_BASE } from '#domain/api.ts';
import { formatDateTime } from '#domain/dates.ts';
import { extendedUntil } from '#domain/programs/messages.ts';
import { describeDeadline } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { hasProfile, readToken } from '#app/storage/local-storage.ts';

const CONTINUE = 'Continue your draft';
const APPLIED = 'You have applied';

type Own = Pick<Program, 'is_open' | 'extended_until'>;

/**
 * The page of a program is the same for everybody. For applicants who have begun or submitted a
 * proposal, this script turns its Apply into a link to that; for those with more time than others,
 * it says so and opens Apply. If anything fails, Apply stays.
 */
export async function showOwnStanding(): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-program]');
  if (!link || !hasProfile(Date.now())) return;
  const id = link.dataset.program!;
  const [program, draft, proposals] = await Promise.all([
    ask<Own>(`/programs/${id}`),
    ask<object>(`/drafts/${id}`),
    ask<{ id: string }[]>(`/proposals/?program_id=${id}&limit=1`),
  ]);
  const own = proposals?.[0]?.id;
  if (program?.is_open && program.extended_until) extend(link, program.extended_until);
  if (draft && link.dataset.apply === 'open') name(link, CONTINUE);
  else if (own) {
    name(link, APPLIED);
    link.href = link.dataset.own!.replace(/-$/, own);
    // Now a plain link, whether the program is open or not.
    delete link.dataset.apply;
  }
}

/** The page may already be closed for everybody else: nothing of that stays. */
function extend(link: HTMLAnchorElement, until: string): void {
  const deadline = new Date(until);
  const left = document.querySelector('[data-left]');
  if (left) left.textContent = describeDeadline(deadline, new Date());
  const words = document.createElement('b');
  words.textContent = extendedUntil(formatDateTime(deadline));
  placeOfDeadline(link).replaceChildren(words);
  if (link.dataset.apply === 'open') return;
  link.dataset.apply = 'open';
  link.href = link.dataset.form!;
  link.className = link.dataset.openClass!;
  document.getElementById('closed')?.remove();
}

/** Where the deadline stands that holds for everybody else; above Apply, if it is not said. */
function placeOfDeadline(link: HTMLAnchorElement): Element {
  const place = document.querySelector('[data-deadline]');
  if (place) return place;
  const note = document.createElement('p');
  link.parentElement!.before(note);
  return note;
}

function name(link: HTMLAnchorElement, label: string): void {
  link.setAttribute('aria-label', `${label}: ${document.querySelector('h1')?.textContent ?? ''}`);
  link.textContent = label;
}

async function ask<T>(path: string): Promise<T | undefined> {
  const headers = { Authorization: `Bearer ${readToken()}` };
  const answer = await fetch(API_BASE + path, { headers }).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as T) : undefined;
}
