/** spec §7 as a table: method, path, permission, endpoint; one line each, in its order. */
import type { Action } from '#domain/permissions.ts';
import type { ApiRow, Endpoint } from './http/endpoint.ts';
import * as accounts from './accounts/endpoints.ts';
import * as factors from './accounts/factor-endpoints.ts';
import * as profile from './accounts/profile-endpoints.ts';
import * as sessions from './accounts/session-endpoints.ts';
import * as users from './accounts/user-endpoints.ts';
import * as drafts from './drafts/endpoints.ts';
import * as reminders from './drafts/reminder-endpoints.ts';
import * as auditLog from './audit/endpoints.ts';
import * as enquiries from './enquiries/endpoints.ts';
import * as faqs from './faqs/endpoints.ts';
import * as extensions from './programs/extension-endpoints.ts';
import * as labels from './labels/endpoints.ts';
import * as judges from './judges/endpoints.ts';
import * as judging from './judging/endpoints.ts';
import * as results from './judging/result-endpoints.ts';
import { leaveRounds } from './judging/erasure-service.ts';
import { listOwnResults } from './judging/results-service.ts';
import * as judgeReviews from './judging/review-endpoints.ts';
import * as mailings from './mailings/endpoints.ts';
import * as mailTemplates from './mailings/template-endpoints.ts';
import * as mails from './mails/endpoints.ts';
import * as notices from './notices/endpoints.ts';
import * as posts from './posts/endpoints.ts';
import * as programs from './programs/endpoints.ts';
import * as proposals from './proposals/endpoints.ts';
import * as requests from './proposals/request-endpoints.ts';
import * as proposalDocuments from './proposals/document-endpoints.ts';
import * as reviews from './proposals/review-endpoints.ts';
import * as attempts from './receipts/attempt-endpoints.ts';
import * as receipts from './receipts/endpoints.ts';
import * as desk from './reviews/endpoints.ts';
import * as notes from './reviews/note-endpoints.ts';
import * as templates from './reviews/template-endpoints.ts';
import * as views from './reviews/view-endpoints.ts';
import * as rounds from './rounds/endpoints.ts';
import * as threads from './threads/endpoints.ts';
import * as testimonials from './testimonials/endpoints.ts';
import * as uploads from './uploads/endpoints.ts';

const row = (
  method: ApiRow['method'],
  path: string,
  action: Action,
  endpoint: Endpoint,
): ApiRow => ({
  method,
  path,
  action,
  endpoint,
});

export const API: readonly ApiRow[] = [
  row('GET', '/faqs/', 'faqs.list', faqs.list),
  row('GET', '/faqs/{id}', 'faqs.get', faqs.get),
  row('POST', '/faqs/', 'faqs.create', faqs.create),
  row('PATCH', '/faqs/{id}', 'faqs.update', faqs.update),
  row('DELETE', '/faqs/{id}', 'faqs.delete', faqs.remove),

  row('GET', '/testimonials/', 'testimonials.list', testimonials.list),
  row('GET', '/testimonials/{id}', 'testimonials.get', testimonials.get),
  row('POST', '/testimonials/', 'testimonials.create', testimonials.create),
  row('PUT', '/testimonials/{id}', 'testimonials.update', testimonials.update),
  row('PATCH', '/testimonials/{id}', 'testimonials.update', testimonials.update),
  row('DELETE', '/testimonials/{id}', 'testimonials.delete', testimonials.remove),

  row('GET', '/cms/', 'posts.list', posts.list),
  row('GET', '/cms/{id}', 'posts.get', posts.get),
  row('POST', '/cms/', 'posts.create', posts.create),
  row('PATCH', '/cms/{id}', 'posts.update', posts.update),
  row('DELETE', '/cms/{id}', 'posts.delete', posts.remove),

  row('POST', '/contact_forms/', 'enquiries.create', enquiries.create),
  row('GET', '/contact_forms/', 'enquiries.list', enquiries.list),
  row('GET', '/contact_forms/{id}', 'enquiries.get', enquiries.get),
  row('PATCH', '/contact_forms/{id}', 'enquiries.update', enquiries.update),
  row('POST', '/contact_forms/{id}/answer', 'enquiries.answer', enquiries.answer),
  row('DELETE', '/contact_forms/{id}', 'enquiries.delete', enquiries.remove),

  row('GET', '/notice', 'notices.get', notices.get),
  row('PUT', '/notice', 'notices.put', notices.put),
  row('DELETE', '/notice', 'notices.delete', notices.remove),

  row('POST', '/auth/register', 'accounts.register', accounts.register),
  row('POST', '/auth/login', 'accounts.login', accounts.login),
  row('POST', '/auth/password-reset-request', 'accounts.reset', accounts.requestPasswordReset),
  row('POST', '/auth/verify-otp', 'accounts.login', accounts.verifyOtp),
  row('POST', '/auth/resend-otp', 'accounts.login', accounts.resendOtp),
  row('POST', '/auth/logout', 'accounts.logout', accounts.logout),
  row('GET', '/auth/me', 'profile.get', profile.get),
  row('PATCH', '/auth/me', 'profile.update', profile.update),
  row('DELETE', '/auth/me', 'profile.close', sessions.close(leaveRounds)),
  row('GET', '/auth/me/data', 'profile.export', sessions.data(listOwnResults)),
  row('GET', '/auth/sessions', 'sessions.list', sessions.list),
  row('DELETE', '/auth/sessions', 'sessions.end', sessions.endOthers),
  row('DELETE', '/auth/sessions/{id}', 'sessions.end', sessions.end),
  row('POST', '/auth/second-factor/passkey/options', 'accounts.login', factors.passkeyLoginOptions),
  row('POST', '/auth/second-factor/passkey', 'accounts.login', factors.passkeyLogin),
  row('POST', '/auth/second-factor/totp', 'accounts.login', factors.totpLogin),
  row('POST', '/auth/second-factor/recovery', 'accounts.login', factors.recoveryLogin),
  row('GET', '/auth/second-factor', 'factors.list', factors.get),
  row('POST', '/auth/second-factor/passkey/setup', 'factors.create', factors.beginPasskey),
  row('POST', '/auth/second-factor/passkey/confirm', 'factors.create', factors.addPasskey),
  row('POST', '/auth/second-factor/totp/setup', 'factors.create', factors.beginTotp),
  row('POST', '/auth/second-factor/totp/confirm', 'factors.create', factors.confirmTotp),
  row(
    'POST',
    '/auth/second-factor/recovery-codes',
    'factors.renewCodes',
    factors.renewRecoveryCodes,
  ),
  row('DELETE', '/auth/second-factor/{id}', 'factors.delete', factors.remove),
  row('POST', '/auth/verify-email', 'profile.update', profile.verifyEmail),
  row('POST', '/auth/password-reset', 'accounts.reset', accounts.resetPassword),
  row('GET', '/auth/admin/users', 'users.list', users.list),
  row('POST', '/auth/admin/create', 'users.createAdmin', users.createAdmin),
  row('PATCH', '/auth/admin/{id}/role', 'users.changeRole', users.changeRole),
  row('PATCH', '/auth/admin/{id}/status', 'users.changeStatus', users.changeStatus),
  row('PATCH', '/auth/admin/{id}/email', 'users.correctEmail', users.correctEmail),
  row('GET', '/auth/admin/{id}', 'users.get', users.get),
  row('GET', '/auth/admin/{id}/sessions', 'users.listSessions', users.listSessions),
  row('DELETE', '/auth/admin/{id}/sessions', 'users.endSessions', users.endSessions),
  row('GET', '/auth/admin/{id}/second-factor', 'users.resetFactors', factors.getOf),
  row('DELETE', '/auth/admin/{id}/second-factor', 'users.resetFactors', factors.reset),

  row('POST', '/programs/', 'programs.create', programs.create),
  row('GET', '/programs/', 'programs.list', programs.list),
  row('GET', '/programs/{id}', 'programs.get', programs.get),
  row('PATCH', '/programs/{id}', 'programs.update', programs.update),
  row('DELETE', '/programs/{id}', 'programs.delete', programs.remove),
  row('POST', '/programs/{id}/announce', 'programs.announce', programs.announce),
  row('DELETE', '/programs/{id}/announce', 'programs.announce', programs.cancelAnnouncement),

  row('GET', '/programs/{id}/extensions', 'extensions.list', extensions.list),
  row('POST', '/programs/{id}/extensions', 'extensions.create', extensions.create),
  row('DELETE', '/programs/{id}/extensions/{extension_id}', 'extensions.delete', extensions.remove),

  row('POST', '/proposals/', 'proposals.submit', proposals.submit),
  row('GET', '/proposals/', 'proposals.list', proposals.list),
  row('GET', '/proposals/{id}', 'proposals.get', proposals.get),
  row('DELETE', '/proposals/{id}', 'proposals.delete', proposals.remove),
  row('PATCH', '/proposals/{id}', 'proposals.update', proposals.update),
  row('GET', '/proposals/{id}/documents/{kind}', 'proposals.ownDocument', proposals.ownDocument),
  row('POST', '/proposals/{id}/confirmation', 'proposals.confirm', proposals.confirmation),
  row('GET', '/proposals/{id}/timeline', 'proposals.timeline', proposals.timeline),
  row('GET', '/proposals/admin/all', 'proposals.listAll', reviews.listAll),
  row('GET', '/proposals/admin/export.csv', 'proposals.export', reviews.exportAll),
  row('GET', '/proposals/admin/export.xlsx', 'proposals.export', reviews.exportAllAsWorkbook),
  row('GET', '/proposals/admin/export-full.csv', 'proposals.export', reviews.exportWhole),
  row(
    'GET',
    '/proposals/admin/export-full.xlsx',
    'proposals.export',
    reviews.exportWholeAsWorkbook,
  ),
  row(
    'GET',
    '/proposals/admin/documents.zip',
    'proposals.exportDocuments',
    proposalDocuments.archive,
  ),
  row('GET', '/proposals/{id}/admin', 'proposals.getAny', reviews.getAny),
  row('PATCH', '/proposals/{id}/admin', 'proposals.review', reviews.review),
  row('GET', '/proposals/{id}/similar', 'proposals.listSimilar', proposalDocuments.similar),
  row(
    'GET',
    '/proposals/admin/presigned-url/{user_id}/{name}',
    'proposals.anyDocument',
    reviews.anyDocument,
  ),
  row('GET', '/proposals/admin/attempts', 'attempts.listAll', attempts.listAll),
  row('GET', '/proposals/admin/waiting', 'receipts.listWaiting', receipts.listWaiting),
  row('GET', '/proposals/admin/summary', 'proposals.listAll', desk.summary),
  row('POST', '/proposals/admin/bulk', 'proposals.review', desk.bulk),
  row('POST', '/proposals/admin/bulk/{run_id}/undo', 'proposals.review', desk.undo),
  row('POST', '/proposals/{id}/admin/reading', 'proposals.noteReading', reviews.reading),
  row('GET', '/proposals/{id}/notes', 'notes.list', notes.list),
  row('POST', '/proposals/{id}/notes', 'notes.create', notes.create),
  row('PATCH', '/proposals/{id}/notes/{note_id}', 'notes.update', notes.update),
  row('DELETE', '/proposals/{id}/notes/{note_id}', 'notes.delete', notes.remove),
  row('GET', '/proposals/admin/decline-templates', 'templates.list', templates.list),
  row('POST', '/proposals/admin/decline-templates', 'templates.create', templates.create),
  row('GET', '/proposals/admin/decline-templates/{id}', 'templates.get', templates.get),
  row('PATCH', '/proposals/admin/decline-templates/{id}', 'templates.update', templates.update),
  row('DELETE', '/proposals/admin/decline-templates/{id}', 'templates.delete', templates.remove),
  row('GET', '/proposals/admin/views', 'views.list', views.list),
  row('POST', '/proposals/admin/views', 'views.create', views.create),
  row('DELETE', '/proposals/admin/views/{id}', 'views.delete', views.remove),
  row(
    'GET',
    '/proposals/{id}/documents/{kind}/view',
    'proposals.viewDocument',
    proposalDocuments.view,
  ),
  row('GET', '/proposals/{id}/requests', 'requests.list', requests.list),
  row('POST', '/proposals/{id}/requests', 'requests.create', requests.create),
  row('POST', '/proposals/{id}/requests/{request_id}/answer', 'requests.answer', requests.answer),
  row('DELETE', '/proposals/{id}/requests/{request_id}', 'requests.cancel', requests.cancel),
  row('GET', '/proposals/{id}/versions', 'versions.list', requests.versions),
  row('GET', '/proposals/{id}/messages', 'threads.read', threads.list),
  row('POST', '/proposals/{id}/messages', 'threads.write', threads.create),
  row('GET', '/labels/', 'labels.list', labels.list),
  row('POST', '/labels/', 'labels.create', labels.create),
  row('PATCH', '/labels/{id}', 'labels.update', labels.update),
  row('DELETE', '/labels/{id}', 'labels.delete', labels.remove),

  row('GET', '/mailings/', 'mailings.list', mailings.list),
  row('POST', '/mailings/', 'mailings.create', mailings.create),
  row('GET', '/mailings/{id}', 'mailings.get', mailings.get),
  row('DELETE', '/mailings/{id}', 'mailings.cancel', mailings.cancel),
  row('GET', '/mail-templates/', 'mailTemplates.list', mailTemplates.list),
  row('POST', '/mail-templates/', 'mailTemplates.create', mailTemplates.create),
  row('GET', '/mail-templates/{id}', 'mailTemplates.get', mailTemplates.get),
  row('PATCH', '/mail-templates/{id}', 'mailTemplates.update', mailTemplates.update),
  row('DELETE', '/mail-templates/{id}', 'mailTemplates.delete', mailTemplates.remove),

  row('GET', '/files/*', 'documents.download', drafts.download),

  row('GET', '/judges/', 'judges.list', judges.list),
  row('POST', '/judges/', 'judges.invite', judges.invite),
  row('GET', '/judges/me', 'interests.get', judges.getInterests),
  row('PATCH', '/judges/me', 'interests.update', judging.updateInterests),
  row('GET', '/judges/{id}', 'judges.get', judges.get),
  row('PATCH', '/judges/{id}', 'judges.update', judging.updateJudge),
  row('POST', '/judges/{id}/invite', 'judges.invite', judges.inviteAgain),
  row('GET', '/judge-invitations/{token}', 'judges.answer', judges.getInvitation),
  row('POST', '/judge-invitations/{token}', 'judges.answer', judges.answerInvitation),
  row('GET', '/rounds/', 'rounds.list', rounds.list),
  row('POST', '/rounds/', 'rounds.create', rounds.create),
  row('GET', '/rounds/{id}', 'rounds.get', rounds.get),
  row('PATCH', '/rounds/{id}', 'rounds.update', rounds.update),
  row('DELETE', '/rounds/{id}', 'rounds.delete', rounds.remove),
  row('POST', '/rounds/{id}/open', 'rounds.open', judging.open),
  row('GET', '/rounds/{id}/entries', 'entries.list', judging.listEntries),
  row('PATCH', '/rounds/{id}/entries/{proposal_id}', 'entries.update', judging.updateEntry),
  row('POST', '/rounds/{id}/assignments', 'panels.update', judging.assign),
  row('GET', '/rounds/{id}/judges', 'panels.list', judging.listProgress),
  row('DELETE', '/rounds/{id}/judges/me', 'panels.leave', judging.leave),
  row('PUT', '/rounds/{id}/judges/{judge_id}', 'panels.update', judging.addJudge),
  row('DELETE', '/rounds/{id}/judges/{judge_id}', 'panels.update', judging.removeJudge),
  row('GET', '/rounds/{id}/conflicts', 'conflicts.list', judging.listConflicts),
  row('POST', '/rounds/{id}/conflicts', 'conflicts.update', judging.recordConflict),
  row('PATCH', '/conflicts/{id}', 'conflicts.update', judging.updateConflict),
  row('POST', '/rounds/{id}/close', 'rounds.close', results.close),
  row('POST', '/rounds/{id}/reopen', 'rounds.close', results.reopen),
  row('GET', '/rounds/{id}/ranking', 'rankings.list', results.ranking),
  row('GET', '/rounds/{id}/ranking.csv', 'rankings.list', results.exportRanking),
  row('GET', '/rounds/{id}/ranking/summary', 'rankings.list', results.summary),
  row('GET', '/rounds/{id}/decisions', 'decisions.list', results.listDecisions),
  row('PUT', '/rounds/{id}/decisions', 'decisions.update', results.decide),
  row('POST', '/rounds/{id}/seal', 'rounds.seal', results.seal),
  row('POST', '/rounds/{id}/unseal', 'rounds.seal', results.unseal),
  row('POST', '/rounds/{id}/release', 'rounds.release', results.release),
  row('DELETE', '/rounds/{id}/release', 'rounds.release', results.cancelRelease),
  row('GET', '/proposals/{id}/results', 'results.list', results.listResults),
  row('GET', '/public-record/', 'records.get', results.listRecords),
  row('GET', '/public-record/{program_id}', 'records.get', results.getRecord),
  row('GET', '/public-record/{program_id}/counts.csv', 'records.get', results.counts),
  row('GET', '/public-record/{program_id}/grants.json', 'records.get', results.grants),
  row('GET', '/public-record/rounds/{round_id}/seal.json', 'records.get', results.sealedFile),
  row('GET', '/rounds/{id}/reviews', 'judging.readAll', judgeReviews.listOfRound),
  row('GET', '/reviews/', 'judging.list', judgeReviews.list),
  row('GET', '/reviews/{id}', 'judging.get', judgeReviews.get),
  row('PUT', '/reviews/{id}', 'judging.save', judgeReviews.save),
  row('POST', '/reviews/{id}/declare', 'judging.save', judgeReviews.declare),
  row('POST', '/reviews/{id}/abstain', 'judging.save', judgeReviews.abstain),
  row('GET', '/reviews/{id}/documents/{kind}/view', 'judging.get', judgeReviews.viewDocument),
  row('POST', '/reviews/{id}/hide', 'judging.hide', judgeReviews.hide),
  row('GET', '/reviews/{id}/versions', 'judging.versions', judgeReviews.listVersions),

  row('GET', '/audit/', 'audit.list', auditLog.list),
  row('GET', '/mails/', 'mails.list', mails.list),
  row('GET', '/mails/{id}', 'mails.get', mails.get),
  row('POST', '/mails/{id}/retry', 'mails.retry', mails.retry),

  row('GET', '/drafts/', 'drafts.list', drafts.list),
  row('GET', '/drafts/attempts', 'attempts.list', attempts.listOwn),
  row('GET', '/drafts/{program_id}', 'drafts.get', drafts.get),
  row('PUT', '/drafts/{program_id}', 'drafts.save', drafts.save),
  row('POST', '/drafts/{program_id}/from/{proposal_id}', 'drafts.save', drafts.from),
  row('DELETE', '/drafts/{program_id}', 'drafts.delete', drafts.remove),
  row('POST', '/drafts/{program_id}/submit', 'drafts.submit', drafts.submit),
  row('GET', '/drafts/{program_id}/documents/{kind}', 'drafts.viewDocument', drafts.document),
  row('GET', '/drafts/{program_id}/documents/{kind}/view', 'drafts.viewDocument', drafts.view),
  row('GET', '/reminders/stop', 'reminders.stop', reminders.ask),
  row('POST', '/reminders/stop', 'reminders.stop', reminders.stop),
  row('GET', '/receipts/keys', 'receipts.get', receipts.keys),
  row('GET', '/receipts/{number}', 'receipts.get', receipts.get),

  row('OPTIONS', '/uploads/', 'uploads.describe', uploads.describe),
  row('POST', '/uploads/', 'uploads.create', uploads.create),
  row('OPTIONS', '/uploads/{id}', 'uploads.describe', uploads.describe),
  row('HEAD', '/uploads/{id}', 'uploads.get', uploads.head),
  row('PATCH', '/uploads/{id}', 'uploads.update', uploads.write),
  row('DELETE', '/uploads/{id}', 'uploads.delete', uploads.remove),
];
