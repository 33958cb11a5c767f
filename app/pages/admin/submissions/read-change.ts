import { LENGTHS, REVIEWS } from '#domain/constants.ts';
import type { FundingStage } from '#domain/proposals/rules.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import { BULK } from '#domain/reviews/rules.ts';
import type { BulkChange } from '#app/features/submissions/desk-calls.ts';
import { bulkLabels } from './bulk-labels.ts';
import type { BulkAction } from './selection-bar.tsx';

type Reading =
  | { change: BulkChange; fields?: undefined }
  | { change?: undefined; fields: Record<string, string> };

const text = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

const READERS: Record<BulkAction, (data: FormData) => Reading> = {
  approve: (data) => ({ change: { decision: 'approved', ...readWords(data) } }),
  decline: (data) => readDecline(data),
  takeBack: (data) => readTakingBack(text(data, 'mail_text')),
  stage: (data) => ({ change: { funding_stage: text(data, 'funding_stage') as FundingStage } }),
  assign: (data) => ({ change: { assigned_to: text(data, 'assigned_to') || null } }),
  share: (data) => readShare(data),
  label: (data) => readLabels(data.getAll('add_labels'), data.getAll('remove_labels')),
  flag: (data) => ({ change: { flagged: text(data, 'flagged') === 'true' } }),
};

/** The input of an action from its form, or what is missing, by field. */
export const readChange = (action: BulkAction, data: FormData): Reading => READERS[action](data);

const readWords = (data: FormData) => {
  const mail_text = text(data, 'mail_text');
  return mail_text === '' ? {} : { mail_text };
};

function readDecline(data: FormData): Reading {
  const reason = text(data, 'decline_reason');
  if (reason === '') return { fields: { decline_reason: REVIEW_RULES.reasonMissing } };
  if (reason.length < LENGTHS.reasonMinimum)
    return { fields: { decline_reason: REVIEW_RULES.reasonShort } };
  return { change: { decision: 'declined', decline_reason: reason, ...readWords(data) } };
}

const readTakingBack = (words: string): Reading =>
  words === ''
    ? { fields: { mail_text: bulkLabels.wordsMissing } }
    : { change: { decision: 'undecided', mail_text: words } };

function readLabels(added: FormDataEntryValue[], removed: FormDataEntryValue[]): Reading {
  const [add, remove] = [added.map(String), removed.map(String)];
  if (add.length + remove.length === 0) return { fields: { add_labels: bulkLabels.labelsMissing } };
  if (add.some((id) => remove.includes(id)))
    return { fields: { remove_labels: bulkLabels.labelsTwice } };
  return { change: { add_labels: add, remove_labels: remove } };
}

function readShare(data: FormData): Reading {
  const people = data.getAll('assign_evenly').map(String);
  if (people.length === 0) return { fields: { assign_evenly: BULK.assignees } };
  const each = text(data, 'each');
  if (each !== '' && !isCount(each)) return { fields: { each: BULK.each } };
  return {
    change: {
      assign_evenly: people,
      not_own_region: data.has('not_own_region'),
      ...(each && { each: Number(each) }),
    },
  };
}

const isCount = (text: string): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= REVIEWS.bulk;
