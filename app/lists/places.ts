/**
 * Where the lists are, and the first part of their keys in the cache. They stand apart so that a
 * link to a list does not load it.
 */
export const PROPOSALS = 'proposals';

export const PROGRAMS = 'programs';
export const PROGRAMS_PATH = '/dashboard/admin/manage-proposals';

export const POSTS = 'posts';
export const POSTS_PATH = '/dashboard/admin/manage-post';
export const CREATE_POST_PATH = '/dashboard/admin/create-post';

export const FAQS = 'faqs';
export const FAQS_PATH = '/dashboard/admin/manage-faqs';
export const CREATE_FAQ_PATH = '/dashboard/admin/create-faq';

export const TESTIMONIALS = 'testimonials';
export const TESTIMONIALS_PATH = '/dashboard/admin/testimonials';

export const ENQUIRIES = 'enquiries';
export const ENQUIRIES_PATH = '/dashboard/admin/enquiries';

export const USERS = 'users';
export const USERS_PATH = '/dashboard/admin/users';
export const CREATE_ADMIN_PATH = '/dashboard/admin/create';

/** The applicant's. */
export const AVAILABLE_PATH = '/dashboard/available-programs';
export const OWN_PROPOSALS_PATH = '/dashboard/applicant/proposals';
