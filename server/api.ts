/** spec §7 as a table: method, path, permission, endpoint; one line each, in its order. */
import type { Action } from '#domain/permissions.ts';
import type { ApiRow, Endpoint } from './http/endpoint.ts';
import * as accounts from './accounts/endpoints.ts';
import * as profile from './accounts/profile-endpoints.ts';
import * as users from './accounts/user-endpoints.ts';
import * as auditLog from './audit/endpoints.ts';
import * as enquiries from './enquiries/endpoints.ts';
import * as faqs from './faqs/endpoints.ts';
import * as mails from './mails/endpoints.ts';
import * as posts from './posts/endpoints.ts';
import * as programs from './programs/endpoints.ts';
import * as proposals from './proposals/endpoints.ts';
import * as proposalDocuments from './proposals/document-endpoints.ts';
import * as reviews from './proposals/review-endpoints.ts';
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

  row('GET', '/cms/', 'posts.list', posts.list),
  row('GET', '/cms/{id}', 'posts.get', posts.get),
  row('POST', '/cms/', 'posts.create', posts.create),
  row('PATCH', '/cms/{id}', 'posts.update', posts.update),
  row('DELETE', '/cms/{id}', 'posts.delete', posts.remove),

  row('POST', '/contact_forms/', 'enquiries.create', enquiries.create),
  row('GET', '/contact_forms/', 'enquiries.list', enquiries.list),
  row('GET', '/contact_forms/{id}', 'enquiries.get', enquiries.get),
  row('PATCH', '/contact_forms/{id}', 'enquiries.update', enquiries.update),

  row('POST', '/auth/register', 'accounts.register', accounts.register),
  row('POST', '/auth/login', 'accounts.login', accounts.login),
  row('POST', '/auth/password-reset-request', 'accounts.reset', accounts.requestPasswordReset),
  row('POST', '/auth/verify-otp', 'accounts.login', accounts.verifyOtp),
  row('POST', '/auth/resend-otp', 'accounts.login', accounts.resendOtp),
  row('POST', '/auth/logout', 'accounts.logout', accounts.logout),
  row('GET', '/auth/me', 'profile.get', profile.get),
  row('PATCH', '/auth/me', 'profile.update', profile.update),
  row('POST', '/auth/verify-email', 'profile.update', profile.verifyEmail),
  row('POST', '/auth/password-reset', 'accounts.reset', accounts.resetPassword),
  row('GET', '/auth/admin/users', 'users.list', users.list),
  row('POST', '/auth/admin/create', 'users.createAdmin', users.createAdmin),
  row('PATCH', '/auth/admin/{id}/role', 'users.changeRole', users.changeRole),
  row('PATCH', '/auth/admin/{id}/status', 'users.changeStatus', users.changeStatus),

  row('POST', '/programs/', 'programs.create', programs.create),
  row('GET', '/programs/', 'programs.list', programs.list),
  row('GET', '/programs/{id}', 'programs.get', programs.get),
  row('PATCH', '/programs/{id}', 'programs.update', programs.update),
  row('DELETE', '/programs/{id}', 'programs.delete', programs.remove),

  row('POST', '/proposals/', 'proposals.submit', proposals.submit),
  row('GET', '/proposals/', 'proposals.list', proposals.list),
  row('GET', '/proposals/{id}', 'proposals.get', proposals.get),
  row('DELETE', '/proposals/{id}', 'proposals.delete', proposals.remove),
  row('PATCH', '/proposals/{id}', 'proposals.update', proposals.update),
  row('GET', '/proposals/{id}/documents/{kind}', 'proposals.ownDocument', proposals.ownDocument),
  row('GET', '/proposals/admin/all', 'proposals.listAll', reviews.listAll),
  row('GET', '/proposals/admin/export.csv', 'proposals.export', reviews.exportAll),
  row('GET', '/proposals/admin/export-full.csv', 'proposals.export', proposalDocuments.exportWhole),
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
  row(
    'GET',
    '/proposals/{id}/documents/{kind}/view',
    'proposals.viewDocument',
    proposalDocuments.view,
  ),
  row('GET', '/files/*', 'documents.download', proposals.download),

  row('GET', '/audit/', 'audit.list', auditLog.list),
  row('GET', '/mails/', 'mails.list', mails.list),
  row('POST', '/mails/{id}/retry', 'mails.retry', mails.retry),

  row('POST', '/uploads/', 'proposals.upload', uploads.open),
  row('PUT', '/uploads/{id}/{start}', 'proposals.upload', uploads.addChunk),
  row('POST', '/uploads/{id}/finish', 'proposals.upload', uploads.finish),
];
