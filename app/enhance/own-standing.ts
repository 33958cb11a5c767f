import { API_BASE } from '#domain/api.ts';
import { hasProfile, readToken } from '#app/storage/local-storage.ts';

const CONTINUE = 'Continue your draft';
const APPLIED = 'You have applied';

/**
 * The page of a program is the same for everybody. For applicants who have begun or submitted a
 * proposal, this script turns its Apply into a link to that. If anything fails, Apply stays.
 */
export async function showOwnStanding(): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-program]');
  if (!link || !hasProfile(Date.now())) return;
  const id = link.dataset.program!;
  const [draft, proposals] = await Promise.all([
    ask<object>(`/drafts/${id}`),
    ask<{ id: string }[]>(`/proposals/?program_id=${id}&limit=1`),
  ]);
  const own = proposals?.[0]?.id;
  if (draft && link.dataset.apply === 'open') name(link, CONTINUE);
  else if (own) {
    name(link, APPLIED);
    link.href = link.dataset.own!.replace(/-$/, own);
    // Now a plain link, whether the program is open or not.
    delete link.dataset.apply;
  }
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
