/** Every call of the API: spec §7 and the contract. Each is said once, in its noun. */
import {
  accountsCalls,
  factorsCalls,
  profileCalls,
  resetCalls,
  sessionsCalls,
  usersCalls,
} from './accounts/endpoints.ts';
import { auditLogCalls } from './audit/service.ts';
import { draftsCalls, remindersCalls } from './drafts/calls.ts';
import { enquiriesCalls } from './enquiries/enquiries.ts';
import { faqs } from './faqs/faqs.ts';
import { judgesCalls } from './judges/service.ts';
import { lookAgain } from './judging/conflict-service.ts';
import { judgingCalls, resultsCalls, judgeReviewsCalls } from './judging/endpoints.ts';
import { leaveRounds } from './judging/erasure-service.ts';
import { tellOfSlots } from './judging/reminder-service.ts';
import { listOwnResults as listResults } from './judging/release-service.ts';
import { labels } from './labels/labels.ts';
import { mailingsCalls } from './mailings/endpoints.ts';
import { mailTemplates } from './mailings/mail-templates.ts';
import { mailsCalls } from './mails/mails.ts';
import { membersCalls } from './sharing/sharing.ts';
import { noticesCalls } from './notices/notices.ts';
import { postsCalls } from './posts/endpoints.ts';
import { announcingCalls } from './programs/announcing.ts';
import { extensionsCalls } from './programs/extensions.ts';
import { programsCalls } from './programs/service.ts';
import {
  proposalDocumentsCalls,
  proposalsCalls,
  requestsCalls,
  reviewsCalls,
} from './proposals/calls.ts';
import { attemptsCalls } from './receipts/attempts.ts';
import { receiptsCalls } from './receipts/service.ts';
import { declineTemplates } from './reviews/decline-templates.ts';
import { bulkCalls } from './reviews/bulk.ts';
import { notesCalls } from './reviews/notes.ts';
import { archiveCalls } from './seasons/archive.ts';
import { seasonCalls } from './seasons/service.ts';
import { summaryCalls } from './reviews/summary.ts';
import { viewsCalls } from './reviews/views.ts';
import { roundsCalls } from './rounds/service.ts';
import { testimonialsCalls } from './testimonials/testimonials.ts';
import { threadsCalls } from './threads/service.ts';
import { uploadsCalls } from './uploads/calls.ts';
import { withdrawalsCalls } from './withdrawals/withdrawals.ts';
import type { ApiRow } from './http/endpoint.ts';

export const API: readonly ApiRow[] = [
  ...faqs.calls,
  ...testimonialsCalls,
  ...postsCalls,
  ...enquiriesCalls,
  ...noticesCalls,
  ...accountsCalls,
  ...sessionsCalls(leaveRounds, listResults),
  ...profileCalls(lookAgain),
  ...factorsCalls,
  ...resetCalls,
  ...usersCalls(lookAgain, leaveRounds),
  ...programsCalls,
  ...announcingCalls,
  ...extensionsCalls,
  ...seasonCalls,
  ...archiveCalls,
  ...proposalsCalls,
  ...reviewsCalls,
  ...proposalDocumentsCalls,
  ...attemptsCalls,
  ...receiptsCalls,
  ...summaryCalls,
  ...bulkCalls,
  ...notesCalls,
  ...declineTemplates.calls,
  ...viewsCalls,
  ...requestsCalls,
  ...withdrawalsCalls,
  ...threadsCalls,
  ...labels.calls,
  ...mailingsCalls,
  ...mailTemplates.calls,
  ...draftsCalls,
  ...membersCalls,
  ...judgesCalls(lookAgain),
  ...judgingCalls,
  ...roundsCalls(tellOfSlots),
  ...resultsCalls,
  ...judgeReviewsCalls,
  ...auditLogCalls,
  ...mailsCalls,
  ...uploadsCalls,
  ...remindersCalls,
];
