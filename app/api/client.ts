import type { DownloadLink } from '#domain/paging.ts';
import type { CreateAdminInput, RegisterInput } from '#domain/accounts/passwords/schema.ts';
import type { FactorChallenge } from '#domain/accounts/factor-schema.ts';
import type {
  AccessToken,
  ChangedProfile,
  CodePurpose,
  Profile,
  UpdateProfileInput,
  UserRow,
} from '#domain/accounts/schema.ts';
import type { CloseAccountInput, Session } from '#domain/accounts/session-schema.ts';
import type { AuditEntry } from '#domain/audit/schema.ts';
import type { Draft } from '#domain/drafts/schema.ts';
import type { CreateEnquiryInput, Enquiry, UpdateEnquiryInput } from '#domain/enquiries/schema.ts';
import type { CreateFaqInput, Faq, UpdateFaqInput } from '#domain/faqs/schema.ts';
import type { Notice } from '#domain/notices/schema.ts';
import type { Post } from '#domain/posts/schema.ts';
import type { CreateProgramInput, Program, UpdateProgramInput } from '#domain/programs/schema.ts';
import type { Mail, SingleMail } from '#domain/mails/schema.ts';
import type {
  SimilarProposal,
  DocumentLink,
  ListedProposal,
  Proposal,
  ReviewProposalInput,
  TimelineEvent,
} from '#domain/proposals/schema.ts';
import type { Attempt, Receipt, ReceiptKey } from '#domain/receipts/schema.ts';
import type { Note } from '#domain/reviews/schema.ts';
import type {
  CreateTestimonialInput,
  Testimonial,
  UpdateTestimonialInput,
} from '#domain/testimonials/schema.ts';
import {
  apiPath,
  readOne,
  readPage,
  send,
  type CallOptions,
  type ListQuery,
  type Page,
  type Transport,
  type Versioned,
} from './transport.ts';

type MessageResponse = { message: string };
type LoginFields = { username: string; password: string };
type ResetFields = { email: string; otp: string; new_password: string };
export type Client = ReturnType<typeof createClient>;

/**
 * The typed calls that several screens need, over an injected fetch. `*-calls.ts` beside a feature
 * has the others; files are sent by `app/uploads/` and `features/posts/form/send-post.ts`.
 */
export function createClient(transport: Transport) {
  const call = (
    method: string,
    path: string,
    body: Parameters<typeof send>[3],
    options?: CallOptions,
  ) => send(transport, method, path, body, options);
  const json = async <T>(
    method: string,
    path: string,
    body: unknown,
    options?: CallOptions,
  ): Promise<T> => (await (await call(method, path, { json: body }, options)).json()) as T;
  const one = async <T>(path: string, options?: CallOptions): Promise<Versioned<T>> =>
    readOne<T>(await call('GET', path, {}, options));
  const page = async <T>(path: string, options?: CallOptions): Promise<Page<T>> =>
    readPage<T>(await call('GET', path, {}, options));
  const change = async <T>(
    path: string,
    body: Parameters<typeof send>[3],
    options?: CallOptions,
  ): Promise<Versioned<T>> => readOne<T>(await call('PATCH', path, body, options));
  const remove = async (path: string, options?: CallOptions): Promise<void> =>
    void (await call('DELETE', path, {}, options));
  const id = encodeURIComponent;

  return {
    listFaqs: (query: ListQuery = {}, options?: CallOptions) =>
      page<Faq>(apiPath('/faqs/', query), options),
    getFaq: (faqId: string, options?: CallOptions) =>
      one<Faq>(apiPath(`/faqs/${id(faqId)}`), options),
    createFaq: (input: CreateFaqInput, options?: CallOptions) =>
      json<Faq>('POST', apiPath('/faqs/'), input, options),
    updateFaq: (faqId: string, input: UpdateFaqInput, options?: CallOptions) =>
      change<Faq>(apiPath(`/faqs/${id(faqId)}`), { json: input }, options),
    deleteFaq: (faqId: string, options?: CallOptions) =>
      remove(apiPath(`/faqs/${id(faqId)}`), options),

    listTestimonials: (query: ListQuery = {}, options?: CallOptions) =>
      page<Testimonial>(apiPath('/testimonials/', query), options),
    getTestimonial: (testimonialId: string, options?: CallOptions) =>
      one<Testimonial>(apiPath(`/testimonials/${id(testimonialId)}`), options),
    createTestimonial: (input: CreateTestimonialInput, options?: CallOptions) =>
      json<Testimonial>('POST', apiPath('/testimonials/'), input, options),
    updateTestimonial: async (
      testimonialId: string,
      input: UpdateTestimonialInput,
      options?: CallOptions,
    ): Promise<Versioned<Testimonial>> =>
      readOne<Testimonial>(
        await call('PUT', apiPath(`/testimonials/${id(testimonialId)}`), { json: input }, options),
      ),

    listPosts: (query: ListQuery = {}, options?: CallOptions) =>
      page<Post>(apiPath('/cms/', query), options),
    getPost: (postId: string, options?: CallOptions) =>
      one<Post>(apiPath(`/cms/${id(postId)}`), options),
    deletePost: (postId: string, options?: CallOptions) =>
      remove(apiPath(`/cms/${id(postId)}`), options),

    createEnquiry: (input: CreateEnquiryInput, options?: CallOptions) =>
      json<Enquiry>('POST', apiPath('/contact_forms/'), input, options),
    listEnquiries: (query: ListQuery = {}, options?: CallOptions) =>
      page<Enquiry>(apiPath('/contact_forms/', query), options),
    getEnquiry: (enquiryId: string, options?: CallOptions) =>
      one<Enquiry>(apiPath(`/contact_forms/${id(enquiryId)}`), options),
    updateEnquiry: (enquiryId: string, input: UpdateEnquiryInput, options?: CallOptions) =>
      change<Enquiry>(apiPath(`/contact_forms/${id(enquiryId)}`), { json: input }, options),

    getNotice: async (options?: CallOptions): Promise<Notice | null> =>
      (await call('GET', apiPath('/notice'), {}, options)).json(),

    listAudit: (query: ListQuery = {}, options?: CallOptions) =>
      page<AuditEntry>(apiPath('/audit/', query), options),
    listMails: (query: ListQuery = {}, options?: CallOptions) =>
      page<Mail>(apiPath('/mails/', query), options),
    getMail: (mailId: string, options?: CallOptions) =>
      json<SingleMail>('GET', apiPath(`/mails/${id(mailId)}`), undefined, options),
    retryMail: (mailId: string, options?: CallOptions) =>
      json<Mail>('POST', apiPath(`/mails/${id(mailId)}/retry`), undefined, options),

    register: (input: RegisterInput, options?: CallOptions) =>
      json<Profile>('POST', apiPath('/auth/register'), input, options),
    login: async (input: LoginFields, options?: CallOptions): Promise<MessageResponse> =>
      (await call('POST', apiPath('/auth/login'), { form: input }, options)).json(),
    requestPasswordReset: (email: string, options?: CallOptions) =>
      json<MessageResponse>('POST', apiPath('/auth/password-reset-request'), { email }, options),
    verifyOtp: (input: { email: string; otp: string }, options?: CallOptions) =>
      json<AccessToken | FactorChallenge>('POST', apiPath('/auth/verify-otp'), input, options),
    resendOtp: (input: { email: string; purpose: CodePurpose }, options?: CallOptions) =>
      json<MessageResponse>('POST', apiPath('/auth/resend-otp'), input, options),
    logout: async (options?: CallOptions): Promise<void> =>
      void (await call('POST', apiPath('/auth/logout'), {}, options)),
    getProfile: (options?: CallOptions) => one<Profile>(apiPath('/auth/me'), options),
    updateProfile: (input: UpdateProfileInput, options?: CallOptions) =>
      change<ChangedProfile>(apiPath('/auth/me'), { json: input }, options),
    closeAccount: async (json: CloseAccountInput, options?: CallOptions): Promise<void> =>
      void (await call('DELETE', apiPath('/auth/me'), { json }, options)),
    linkToOwnData: async (options?: CallOptions): Promise<DownloadLink> =>
      (await call('GET', apiPath('/auth/me/data', { as: 'link' }), {}, options)).json(),
    listSessions: async (options?: CallOptions): Promise<Session[]> =>
      (await call('GET', apiPath('/auth/sessions'), {}, options)).json(),
    endSession: (sessionId: string, options?: CallOptions) =>
      remove(apiPath(`/auth/sessions/${id(sessionId)}`), options),
    endOtherSessions: (options?: CallOptions) => remove(apiPath('/auth/sessions'), options),
    verifyEmail: (otp: string, options?: CallOptions) =>
      json<Profile>('POST', apiPath('/auth/verify-email'), { otp }, options),
    resetPassword: (input: ResetFields, options?: CallOptions) =>
      json<MessageResponse>('POST', apiPath('/auth/password-reset'), input, options),
    listUsers: (query: ListQuery = {}, options?: CallOptions) =>
      page<UserRow>(apiPath('/auth/admin/users', query), options),
    createAdmin: (input: CreateAdminInput, options?: CallOptions) =>
      json<UserRow>('POST', apiPath('/auth/admin/create'), input, options),
    changeRole: (userId: string, role: string, options?: CallOptions) =>
      change<UserRow>(apiPath(`/auth/admin/${id(userId)}/role`), { json: { role } }, options),
    /** `heir` takes over what a deactivated admin has not decided. */
    changeStatus: (
      userId: string,
      isActive: boolean,
      options?: CallOptions,
      heir: string | null = null,
    ) =>
      change<UserRow>(
        apiPath(`/auth/admin/${id(userId)}/status`),
        { json: { is_active: isActive, ...(heir && { assign_to: heir }) } },
        options,
      ),

    createProgram: (input: CreateProgramInput, options?: CallOptions) =>
      json<Program>('POST', apiPath('/programs/'), input, options),
    listPrograms: (query: ListQuery = {}, options?: CallOptions) =>
      page<Program>(apiPath('/programs/', query), options),
    getProgram: (programId: string, options?: CallOptions) =>
      one<Program>(apiPath(`/programs/${id(programId)}`), options),
    updateProgram: (programId: string, input: UpdateProgramInput, options?: CallOptions) =>
      change<Program>(apiPath(`/programs/${id(programId)}`), { json: input }, options),
    deleteProgram: (programId: string, options?: CallOptions) =>
      remove(apiPath(`/programs/${id(programId)}`), options),

    listProposals: (query: ListQuery = {}, options?: CallOptions) =>
      page<ListedProposal>(apiPath('/proposals/', query), options),
    getProposal: (proposalId: string, options?: CallOptions) =>
      one<Proposal>(apiPath(`/proposals/${id(proposalId)}`), options),
    deleteProposal: (proposalId: string, options?: CallOptions) =>
      remove(apiPath(`/proposals/${id(proposalId)}`), options),
    getOwnDocumentLink: (proposalId: string, kind: string, options?: CallOptions) =>
      one<DocumentLink>(apiPath(`/proposals/${id(proposalId)}/documents/${kind}`), options),
    getTimeline: async (proposalId: string, options?: CallOptions): Promise<TimelineEvent[]> =>
      (await call('GET', apiPath(`/proposals/${id(proposalId)}/timeline`), {}, options)).json(),
    sendConfirmation: (proposalId: string, options?: CallOptions) =>
      json<MessageResponse>(
        'POST',
        apiPath(`/proposals/${id(proposalId)}/confirmation`),
        undefined,
        options,
      ),

    listDrafts: (query: ListQuery = {}, options?: CallOptions) =>
      page<Draft>(apiPath('/drafts/', query), options),
    listAttempts: (query: ListQuery = {}, options?: CallOptions) =>
      page<Attempt>(apiPath('/drafts/attempts', query), options),
    /** With the deadline that it was received before. */
    getReceipt: (number: string, options?: CallOptions) =>
      one<Receipt>(apiPath(`/receipts/${id(number)}`, { with: 'deadline' }), options),
    getReceiptKeys: (options?: CallOptions) =>
      one<{ keys: ReceiptKey[] }>(apiPath('/receipts/keys'), options),

    listAllProposals: (query: ListQuery = {}, options?: CallOptions) =>
      page<ListedProposal>(apiPath('/proposals/admin/all', query), options),
    listSimilar: (proposalId: string, options?: CallOptions) =>
      page<SimilarProposal>(apiPath(`/proposals/${id(proposalId)}/similar`), options),
    /** `owner`: the path of the proposal or review. */
    viewDocument: async (owner: string, kind: string, options?: CallOptions): Promise<Blob> => {
      const path = apiPath(`${owner}/documents/${kind}/view`);
      return (await call('GET', path, {}, options)).blob();
    },
    getAnyProposal: (proposalId: string, options?: CallOptions) =>
      one<Proposal>(apiPath(`/proposals/${id(proposalId)}/admin`), options),
    /** Prefetching does not mark the proposal as read. */
    peekProposal: (proposalId: string, options?: CallOptions) =>
      one<Proposal>(apiPath(`/proposals/${id(proposalId)}/admin`, { peek: true }), options),
    renewReading: (proposalId: string, options?: CallOptions) =>
      json<Pick<Proposal, 'readers'> & { etag: string }>(
        'POST',
        apiPath(`/proposals/${id(proposalId)}/admin/reading`),
        undefined,
        options,
      ),
    listNotes: (proposalId: string, options?: CallOptions) =>
      page<Note>(apiPath(`/proposals/${id(proposalId)}/notes`), options),
    createNote: (proposalId: string, text: string, options?: CallOptions) =>
      json<Note>('POST', apiPath(`/proposals/${id(proposalId)}/notes`), { text }, options),
    updateNote: (proposalId: string, noteId: string, text: string, options?: CallOptions) =>
      change<Note>(
        apiPath(`/proposals/${id(proposalId)}/notes/${id(noteId)}`),
        { json: { text } },
        options,
      ),
    deleteNote: (proposalId: string, noteId: string, options?: CallOptions) =>
      remove(apiPath(`/proposals/${id(proposalId)}/notes/${id(noteId)}`), options),
    reviewProposal: (proposalId: string, input: ReviewProposalInput, options?: CallOptions) =>
      change<Proposal>(
        apiPath(`/proposals/${id(proposalId)}/admin`),
        // A form, as in the specification, has no lists.
        input.labels ? { json: input } : { data: reviewForm(input) },
        options,
      ),
    /** `key` is `{user_id}/{name}`, as in `document_urls`. */
    getDocumentLink: (key: string, options?: CallOptions) =>
      one<DocumentLink>(
        apiPath(`/proposals/admin/presigned-url/${key.split('/').map(id).join('/')}`),
        options,
      ),
  };
}

/** Multipart, every value as text: spec §7.7. An empty text assigns nobody. */
function reviewForm(input: ReviewProposalInput): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) data.set(name, value === null ? '' : String(value));
  return data;
}
