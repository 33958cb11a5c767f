import { expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { tellEntry } from './read-history.ts';

const names = new Map([['id-1', 'Efua Sample']]);
type Changes = AuditEntry['changes'];

const tell = (action: string, changes: Changes = []): string =>
  tellEntry(
    { action, changes, actor: { id: 'id-2', name: 'Kofi Asante' } } as unknown as AuditEntry,
    names,
  );

test('a review is one sentence, in which people, stages and decisions stand by their names', () => {
  expect(
    tell('proposals.review', [
      { field: 'assigned_to', before: null, after: 'id-1' },
      { field: 'funding_stage', before: 'PENDING_FUNDING', after: 'SEED' },
      { field: 'is_approved', before: false, after: true },
      { field: 'decision', before: 'undecided', after: 'approved' },
      { field: 'flagged', before: false, after: true },
    ]),
  ).toBe(
    'Kofi Asante assigned it to Efua Sample, changed the funding stage from Pending Funding to Seed, approved it and flagged it.',
  );
});

test('a decline is told with its reason; who has left is no id', () => {
  expect(
    tell('proposals.review', [
      { field: 'decline_reason', before: null, after: 'Too early.' },
      { field: 'decision', before: 'undecided', after: 'declined' },
      { field: 'assigned_to', before: 'id-9', after: null },
    ]),
  ).toBe(
    'Kofi Asante declined it: “Too early.” and took it off somebody who is no longer an admin.',
  );
});

test('what was entered for an applicant, and what was corrected of it, are two things', () => {
  const name = { field: 'business_name', before: null, after: 'Ada Boats' };
  expect(tell('proposals.onBehalf', [name])).toBe('Kofi Asante entered it for the applicant.');
  const corrected = { field: 'corrected', before: null, after: true };
  expect(tell('proposals.onBehalf', [{ ...name, before: 'Ada Boat' }, corrected])).toBe(
    'Kofi Asante corrected what was entered.',
  );
});

test('an applicant’s changes: short texts from and to, long ones and documents by their names', () => {
  expect(
    tell('proposals.update', [
      { field: 'pitch_deck', before: 'a'.repeat(64), after: 'b'.repeat(64) },
      { field: 'business_location', before: 'Tamale', after: 'Ada Foah' },
      { field: 'business_website', before: 'ada.example', after: '' },
      {
        field: 'business_description',
        before: { length: 12, sha256: 'a' },
        after: { length: 14, sha256: 'b' },
      },
    ]),
  ).toBe(
    'Kofi Asante replaced the pitch deck, changed the business location from “Tamale” to “Ada Foah”, removed the website “ada.example” and changed the business description.',
  );
});

test('messages, requests, notes and viruses are sentences too', () => {
  const text = { field: 'text', before: null, after: { length: 42, sha256: 'a' } };
  const from = (side: string) => ({ field: 'from', before: null, after: side });
  expect(tell('messages.create', [from('firm'), text])).toBe('Kofi Asante wrote to the applicant.');
  expect(tell('messages.create', [from('applicant'), text])).toBe('Kofi Asante wrote to us.');
  expect(
    tell('requests.create', [
      { field: 'fields_asked', before: null, after: 'financials, 0b6a' },
      { field: 'due_at', before: null, after: '2026-12-04T16:00:00Z' },
    ]),
  ).toBe(
    'Kofi Asante asked for changes to financials and an answer, by 4 December 2026 at 16:00 GMT.',
  );
  expect(tell('notes.create', [{ field: 'note', before: null, after: 'id-7' }, text])).toBe(
    'Kofi Asante wrote a note.',
  );
  expect(
    tell('documents.threat', [
      { field: 'kind', before: null, after: 'pitch_deck' },
      { field: 'threat', before: null, after: 'Eicar-Signature' },
    ]),
  ).toBe('A virus was found in the pitch deck: Eicar-Signature.');
  expect(tell('proposals.unheard-of')).toBe('Kofi Asante did proposals.unheard-of.');
});
