/**
 * What each room lets others import: its face. Everything else is inside, free to change without a
 * look at the rest of the house. A room that is not listed is all face.
 */
const TABLE: Record<string, string> = {
  'app/editor': `
    rich-text-editor.tsx`,
  'app/enhance': `
    early-input.ts early-submit.ts`,
  'app/features/accounts': `
    account-screen.module.css code/code-field.tsx code/code-view.tsx code/resend-code.tsx
    factor/factor-login-screen.tsx form/person-fields.tsx form/strength-label.tsx labels.ts
    password-field.tsx profile/edit-profile.tsx profile/own-account-view.tsx
    profile/profile-view.tsx redirect-after-login.ts use-known-email.ts use-next.ts`,
  'app/features/drafts': `
    draft-calls.ts list/attempts-list.tsx list/draft-list.tsx list/labels.ts list/use-drafts.ts`,
  'app/features/enquiries': `
    answer-form.tsx answered-toggle.tsx enquiries-table.tsx labels.ts use-enquiries.ts`,
  'app/features/extensions': `
    extension-form.tsx labels.ts`,
  'app/features/faqs': `
    faq-form.tsx faqs-table.tsx labels.ts use-faqs.ts`,
  'app/features/judges': `
    desk/edit-form.tsx desk/invite-form.tsx desk/judge-actions.tsx desk/judges-table.tsx
    desk/labels.ts desk/use-every-judge.ts desk/use-judges.ts profile/interest-fields.tsx
    profile/interests-conflict.ts profile/invitation-calls.ts profile/invitation-form.tsx
    profile/labels.ts profile/read-interests.ts`,
  'app/features/judging': `
    closed-view.tsx declare-view.tsx judging-calls.ts labels.ts queue-list.tsx record-calls.ts
    results-view.tsx review-view.tsx use-ahead.ts use-judging.ts use-review-draft.ts`,
  'app/features/labels': `
    label-badge.tsx labels.ts list/label-dialog.tsx list/label-fields.tsx use-labels.ts`,
  'app/features/mailings': `
    form/mailing-form.tsx form/template-form.tsx labels.ts
    mail-preview.tsx mailing-calls.ts mailing-view.tsx mailings-table.tsx placeholder-list.tsx
    template-labels.ts template-select.tsx templates-table.tsx use-mail-templates.ts
    use-mailings.ts`,
  'app/features/notices': `
    labels.ts notice-form.tsx use-edited-notice.ts`,
  'app/features/posts': `
    category-nav.tsx delete-post.tsx form/create-form.tsx form/edit-form.tsx labels.ts
    other-posts.tsx picture.tsx post-card.tsx posts-table.tsx public-post.tsx shown-post.tsx
    use-posts.ts`,
  'app/features/programs': `
    announcing/announcing-screen.tsx apply-dialogs.tsx apply-link.tsx available-list.tsx
    form/create-form.tsx form/deadline-field.tsx form/edit-form.tsx labels.ts order-programs.ts
    program-row.tsx program-view.tsx programs-table.tsx sector-filter.module.css sector-filter.tsx
    use-program-choices.ts use-program-to-apply.ts use-programs.ts`,
  'app/features/proposals': `
    documents/document-download.tsx documents/use-document-link.ts form/edit-form.tsx
    form/loading-view.tsx form/submit-form.tsx labels.ts own/labels.ts own/own-proposal.module.css
    own/proposal-actions.tsx own/proposal-timeline.tsx own/proposals-table.tsx own/steps-view.tsx
    own/use-decision-day.ts own/waiting-badges.tsx requests/labels.ts requests/request-calls.ts
    requests/request-view.tsx requests/use-field-labels.ts requests/use-requests.ts stage-badge.tsx
    use-own-proposals.ts`,
  'app/features/questions': `
    check-eligibility.ts choice-labels.ts editor/edit-form.tsx editor/labels.ts
    editor/use-answered.ts eligibility-fields.tsx question-form.tsx read-asking.ts read-steps.ts
    read-values.ts sheet-labels.ts use-question-room.ts use-questions.ts`,
  'app/features/reviews': `
    conflict-dialog.tsx facts-view.tsx key-labels.ts labels.ts read-list.ts room-view.module.css
    room-view.tsx use-desk.ts use-keys.ts use-room-list.ts use-room-proposal.ts viewer-view.tsx`,
  'app/features/rounds': `
    desk/entry-calls.ts desk/labels.ts desk/panel-calls.ts desk/result-calls.ts
    desk/round-badge.tsx desk/round-calls.ts desk/rounds-table.tsx desk/use-entries.ts
    desk/use-every-round.ts desk/use-panel.ts desk/use-rounds.ts form/create-form.tsx
    form/edit-form.tsx`,
  'app/features/testimonials': `
    carousel.tsx labels.ts publication-badge.tsx quote.tsx testimonial-form.tsx
    testimonials-table.tsx use-testimonials.ts`,
  'app/features/threads': `
    labels.ts message-list.module.css thread-view.tsx`,
  'app/offline': `
    use-worker.ts`,
  'app/pdf': `
    opened-pdfs.ts pdf-viewer.tsx`,
  'app/session': `
    actions.ts before-logout.ts log-out.ts session-provider.tsx store.ts use-session.ts`,
  'app/shell': `
    describe-error.ts error-page.tsx error-screen.tsx item-screen.tsx labels.ts
    not-found-state.tsx
    public/public-page.module.css screen-roles.ts site-notice.tsx splash.tsx`,
  'app/uploads': `
    browser-sender.ts digest.ts document-upload.ts file-field.module.css file-field.tsx
    form-upload.ts labels.ts progress.module.css progress.tsx retry-text.tsx retry.ts
    upload-panel.tsx use-document-uploads.ts use-upload.ts wait-for-connection.ts
    warn-before-leaving.ts`,
  'server/accounts': `
    account-service.ts admin-service.ts browser-store.ts challenge-store.ts
    endpoints.ts erasure-service.ts factor-endpoints.ts factor-reset-service.ts passwords.ts
    profile-endpoints.ts session-endpoints.ts store.ts user-endpoints.ts`,
  'server/audit': `
    endpoints.ts`,
  'server/backups': `
    backup-error.ts compare.ts create.ts database-copy.ts fill-store.ts folder-place.ts lock.ts
    manifest.ts move.ts places.ts record.ts restore.ts retention.ts whole-copy.ts`,
  'server/db': `
    batches.ts changes.ts content-tables.ts draft-tables.ts errors.ts
    examination.ts factor-tables.ts first-fill.ts idempotency-store.ts ids.ts installation.ts
    judging-tables.ts lists.ts lost-database.ts mailing-tables.ts migrate.ts open.ts postgres.ts
    question-tables.ts review-tables.ts search.ts snapshot.ts sort-keys.ts
    sqlite-dialect.ts sqlite-values.ts start-faults.ts statement.ts tables.ts touch-tables.ts
    version-reader.ts versions.ts`,
  'server/drafts': `
    announced-documents.ts completion-service.ts deadline-service.ts endpoints.ts
    reminder-endpoints.ts reminder-service.ts service.ts store.ts`,
  'server/enquiries': `
    endpoints.ts`,
  'server/faqs': `
    endpoints.ts store.ts`,
  'server/http': `
    addresses.ts api-docs.ts arrivals.ts body-parsers.ts browser-cookies.ts csv.ts
    dotted-names.ts endpoint.ts guards.ts health.ts html.ts idempotency.ts multipart.ts
    problems.ts refusals.ts request-id.ts server.ts`,
  'server/jobs': `
    backup-run.ts housekeeping.ts schedule.ts`,
  'server/judges': `
    endpoints.ts invitation-service.ts service.ts store.ts`,
  'server/judging': `
    clean-documents.ts endpoints.ts erasure-service.ts release-service.ts reminder-service.ts
    result-endpoints.ts results-service.ts review-endpoints.ts seal-store.ts`,
  'server/labels': `
    endpoints.ts pinned-labels.ts pinned-store.ts`,
  'server/mailings': `
    endpoints.ts sending-service.ts service.ts store.ts template-endpoints.ts`,
  'server/mails': `
    endpoints.ts`,
  'server/media': `
    delivery.ts images.ts presentation.ts store.ts`,
  'server/metrics': `
    metrics.ts`,
  'server/notices': `
    endpoints.ts`,
  'server/pages': `
    handler.ts mailbox.ts subjects.ts`,
  'server/pdf': `
    clean.ts fair-queue.ts inspect.ts structure.ts`,
  'server/posts': `
    endpoints.ts images.ts publishing-service.ts store.ts`,
  'server/programs': `
    announcing-service.ts announcing-store.ts endpoints.ts extension-endpoints.ts store.ts`,
  'server/proposals': `
    admin-store.ts announcement-service.ts announcement-store.ts decision.ts document-endpoints.ts
    document-store.ts documents.ts endpoints.ts insertion.ts list-service.ts list-store.ts
    presentation.ts read-store.ts request-endpoints.ts request-job.ts request-store.ts
    review-endpoints.ts round-store.ts service.ts store.ts document-view.ts`,
  'server/receipts': `
    attempt-endpoints.ts attempt-service.ts endpoints.ts service.ts store.ts`,
  'server/reviews': `
    bulk-store.ts endpoints.ts note-endpoints.ts template-endpoints.ts template-store.ts
    view-endpoints.ts`,
  'server/rounds': `
    endpoints.ts presentation.ts service.ts store.ts`,
  'server/scans': `
    clamd.ts job.ts store.ts`,
  'server/testimonials': `
    endpoints.ts store.ts`,
  'server/text': `
    escape-html.ts plain-text.ts stored-text.ts unstorable.ts`,
  'server/threads': `
    endpoints.ts`,
  'server/uploads': `
    document-check.ts endpoints.ts leases.ts service.ts store.ts waiting-store.ts`,
};

export const FACES = new Map(
  Object.entries(TABLE).map(([room, files]) => [room, new Set(files.trim().split(/\s+/))]),
);
