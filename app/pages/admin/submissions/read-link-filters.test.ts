import { expect, test } from 'vitest';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { hasLinkFilter, missingAssignee } from './read-link-filters.ts';

const summary = {
  assigned: [{ id: 'ama', name: 'Ama', email: 'ama@firm.example', total: 2, decided: 0 }],
} as unknown as ProposalSummary;
const has = (query: string) => hasLinkFilter(new URLSearchParams(query), summary);

test('what a chip or a select shows needs no other chip', () => {
  for (const query of [
    '',
    'unread=true&flagged=true',
    'has_unread_messages=true&has_open_request=true',
    'assigned_to=me',
    'on_behalf=true&has_email=false',
    'assigned_to=ama',
    'q=a',
  ])
    expect(has(query), query).toBe(false);
});

test('what no control sets has one', () => {
  for (const query of [
    'applicant_id=x',
    'decided_by=x',
    'is_approved=false',
    'label=x',
    'has_unread_messages=false',
    'has_open_request=false',
    'unread=false',
    'flagged=no',
    'received_to=2026-11-22',
  ])
    expect(has(query), query).toBe(true);
});

test('somebody of whom nothing matches is named, once that is known', () => {
  const search = new URLSearchParams('assigned_to=kofi');
  expect(missingAssignee(search, undefined)).toBeUndefined();
  expect(missingAssignee(search, summary)).toBe('kofi');
});
