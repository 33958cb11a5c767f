import { API_BASE } from '#domain/api.ts';
import { formatMoment } from '#domain/dates.ts';
import { extendedUntil, describeDeadline } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { hasProfile, readToken } from '#app/storage/local-storage.ts';

const CONTINUE = 'Continue your draft';
const APPLIED = 'You have applied';

type ExtendedProgram = Pick<Program, 'id' | 'is_open' | 'extended_until'>;

/**
 * Public pages are the same for everybody. Applicants with more time than others are told so at
 * each place that shows such a program, and its Apply opens for them. On a program's own page,
 * Apply becomes a link to the proposal that they have begun or submitted. If anything fails, the
 * page stays as it is.
 */
export async function showOwnStanding(): Promise<void> {
  if (!document.querySelector('[data-mine]') || !hasProfile(Date.now())) return;
  const link = document.querySelector<HTMLAnchorElement>('a[data-program]');
  const id = link?.dataset.program;
  const [extended, draft, proposals] = await Promise.all([
    ask<ExtendedProgram[]>('/programs/?extended=true'),
    id && ask<object>(`/drafts/${id}`),
    id && ask<{ id: string }[]>(`/proposals/?program_id=${id}&limit=1`),
  ]);
  for (const program of extended ?? [])
    if (program.is_open) showMoreTime(program.id, program.extended_until!);
  if (link) showBegun(link, Boolean(draft), (proposals || [])[0]?.id);
}

function showBegun(link: HTMLAnchorElement, hasDraft: boolean, own: string | undefined): void {
  if (hasDraft && link.dataset.apply === 'open') return name(link, CONTINUE);
  if (!own) return;
  name(link, APPLIED);
  link.href = link.dataset.own!.replace(/-$/, own);
  // Now a plain link, whether the program is open or not.
  delete link.dataset.apply;
}

/** The program may already be closed for everybody else: nothing of that stays. */
function showMoreTime(id: string, until: string): void {
  const deadline = new Date(until);
  for (const place of document.querySelectorAll<HTMLElement>(`[data-mine="${id}"]`)) {
    delete place.dataset.closed;
    const left = place.querySelector('[data-left]');
    if (left) left.textContent = describeDeadline(deadline, new Date());
    const link = place.querySelector<HTMLAnchorElement>('a[data-apply]');
    const words = document.createElement('b');
    words.textContent = extendedUntil(formatMoment(deadline));
    placeOfDeadline(place, link)?.replaceChildren(words);
    if (link?.dataset.apply === 'closed') openApply(link);
  }
}

function openApply(link: HTMLAnchorElement): void {
  link.dataset.apply = 'open';
  link.href = link.dataset.form!;
  link.className = link.dataset.openClass!;
  document.getElementById('closed')?.remove();
}

/** Where the deadline stands that holds for everybody else; above Apply, if it is not said. */
function placeOfDeadline(place: Element, link: Element | null): Element | null {
  const said = place.querySelector('[data-deadline]');
  if (said || !link) return said;
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
