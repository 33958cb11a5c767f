/**
 * The limits of spec §9 that code reads, grouped by noun. Limits that only a page or a style sheet
 * uses are kept there.
 */

export const PAGING = {
  /** Rows an API list answers when nothing is asked, and at most. */
  limit: 1000,
  publicPosts: 6,
  adminSubmissions: 10,
  adminPosts: 8,
  /** spec §9.1 names none for these two lists. */
  adminTestimonials: 10,
  adminEnquiries: 10,
  adminMails: 25,
  adminAudit: 25,
  faqs: 5,
  programs: 10,
  users: 10,
  otherPosts: 5,
  latestPosts: 4,
} as const;

export const CODES = {
  /** Digits of a one-time code. */
  length: 6,
  /** Seconds a code lives. */
  lifetime: 600,
  /** Wrong tries that void a code. */
  tries: 5,
  /** Codes an hour for one account and purpose. */
  perHour: 10,
  /** Seconds after which screens offer "send again"; the server has no such pause. */
  resendAfter: 30,
} as const;

export const SESSIONS = {
  /** Seconds a token lives. */
  lifetime: 1800,
  /** Seconds after verification at which the browser logs out. */
  forcedLogout: 1740,
  /** Seconds before the forced logout at which it warns. */
  warning: 120,
} as const;

/** The second factor of admins. */
export const FACTORS = {
  /** Seconds in which a login or a set-up that was begun is finished. */
  challengeLifetime: 300,
  /** Wrong tries that void a login or a set-up that was begun. */
  tries: 5,
  /** Digits that an authenticator app shows, and for how many seconds. */
  digits: 6,
  period: 30,
  /** Recovery codes that are made at a time. */
  recoveryCodes: 10,
  passkeys: 10,
} as const;

export const RATE_LIMITS = {
  /** Wrong passwords for one account in the window below. */
  wrongPasswords: 10,
  /** Seconds of the wrong-password window. */
  wrongPasswordWindow: 900,
  /** Wrong second factors for one account in the same window. */
  wrongFactors: 10,
  /** Failed tries of any kind a minute from one address. */
  failuresPerMinute: 300,
  /**
   * Codes asked for by resets and "send again" an hour from one address; a log-in with the right
   * password does not count.
   */
  codesPerHourFromAddress: 120,
  /** Public forms an hour from one address. */
  publicFormsPerHour: 60,
  /** Downloads of everything that is held about one person, an hour. */
  dataExportsPerHour: 10,
  /** Confirmations of submissions that one applicant can have mailed again, an hour. */
  confirmationsPerHour: 10,
} as const;

export const LENGTHS = {
  name: 100,
  email: 254,
  phone: 10,
  place: 200,
  title: 200,
  question: 500,
  website: 500,
  fileName: 255,
  message: 5_000,
  answer: 10_000,
  richText: 100_000,
  /** Characters a testimonial has at least, after trimming. */
  testimonialMinimum: 10,
  /** Characters of a testimonial's message in a list. */
  testimonialPreview: 50,
  query: 200,
  /** Characters of a reason for declining, at least and at most. */
  reasonMinimum: 10,
  reason: 2_000,
  note: 5_000,
  /** The part of an address behind the question mark that a saved view holds. */
  viewQuery: 2_000,
} as const;

export const REVIEWS = {
  /** Seconds in which a decision can be taken back before its mail leaves. */
  undoSeconds: 10,
  /** Proposals that one bulk change takes. */
  bulk: 2_000,
  /** Admins that proposals are shared among at once. */
  assignees: 100,
  /** Seconds after their last sign that somebody no longer counts as reading. */
  readingSeconds: 60,
  /** Views that one admin may save, and templates that there may be. */
  views: 100,
  templates: 100,
} as const;

/** What a rich text may hold: cleaning costs by elements, not by characters. */
export const MARKUP = {
  elements: 5_000,
  /** Elements within elements. */
  depth: 100,
} as const;

export const PROPOSALS = {
  /** That one applicant may have. */
  perApplicant: 200,
} as const;

export const DRAFTS = {
  /** That one applicant may have. */
  perApplicant: 100,
  /** Days that a draft lives after its program has closed. */
  daysAfterDeadline: 30,
  /** Hours before the deadline at which who has an unfinished draft is reminded. */
  reminderHours: 48,
} as const;

export const REFUSED_ATTEMPTS = {
  /** That are kept of one applicant: the newest. */
  perApplicant: 50,
} as const;

export const PASSWORDS = {
  /** Characters that the server demands everywhere. */
  minimum: 8,
  /** Below it a password is labelled Weak. */
  medium: 6,
  /** From it a password may be labelled Strong. */
  strong: 8,
  /** Longer input is refused before it is hashed. */
  maximum: 256,
} as const;

export const UPLOADS = {
  /** Megabytes of 1,048,576 bytes that one file may have where MAX_UPLOAD_MB is unset. */
  megabytes: 20,
  bytes: 20 * 1_048_576,
  /** Days for which an upload can be resumed. */
  days: 7,
  /** Files of the largest size whose bytes one applicant's drafts may hold. */
  filesPerApplicant: 40,
} as const;

export const DOWNLOADS = {
  /** Seconds a document link works and is cached. */
  lifetime: 3600,
} as const;

export const IDEMPOTENCY = {
  /** Seconds that a first answer is given again. */
  lifetime: 86_400,
  /** Seconds that a second request waits for a running first one. */
  wait: 10,
  /** Characters of a key at most. */
  keyLength: 200,
} as const;

/** What one request may hold besides its bytes. */
export const BODIES = {
  /** Fields of a body, on all its levels together; the same for a query and a form. */
  keys: 1000,
  /** Objects and lists within each other. */
  depth: 20,
  /** Values in all lists and objects together: room for the 2,000 ids of a bulk change. */
  values: 6000,
} as const;

export const IMAGES = {
  /** Pixels across that each picture is offered in; never enlarged. */
  widths: [400, 800, 1600],
  /** The same for a featured image cut to the shape of a card: on a phone, and at most twice it. */
  cardWidths: [400, 800],
  /** Width by height of a card's picture. */
  cardRatio: 5 / 3,
  /** Pixels of the longer side of what is kept of a picture. */
  longestSide: 2000,
  /** Pixels that an uploaded picture may have. */
  maxPixels: 40_000_000,
  /** Pictures in a gallery at most. */
  gallery: 20,
} as const;

/** A field of public forms that people never see: whoever fills it in is a bot. */
export const HONEYPOT = 'website_url';

export const PUBLIC_LISTS = {
  /** Days that a closed program stays listed. */
  closedProgramDays: 90,
  /** FAQs and testimonials that the home page carries at most: it has a budget in bytes. */
  homeFaqs: 12,
  homeTestimonials: 12,
  /** Posts in the feed. */
  feedPosts: 20,
} as const;

export const SCREEN = {
  toastMilliseconds: 5000,
  splashMilliseconds: 1500,
  scrollToTopPixels: 300,
  carouselMilliseconds: 7000,
  testimonialStars: 5,
  logoWidth: 80,
  editorDebounceMilliseconds: 100,
} as const;

export const DATA_FILE = 'my-data.zip';
export const CSV_FILE = 'proposals.csv';
export const CSV_COLUMNS = [
  'Program',
  'Applicant',
  'Sector',
  'Funding Stage',
  'Status',
  'Submitted',
] as const;

export const FULL_CSV_FILE = 'proposals-full.csv';
export const FULL_CSV_COLUMNS = [
  ...['Id', 'Receipt Number', 'Program', 'Program Id', 'Business Name', 'Sector', 'Location'],
  ...['Region', 'Website', 'Description', 'Funding Stage', 'Status', 'Decision'],
  ...['Decline Reason', 'Assigned To', 'Flagged', 'First Name', 'Last Name'],
  ...['Email', 'Phone', 'Applicant Id', 'Received', 'Completed', 'Last Changed', 'Proposal Link'],
  ...['Pitch Deck Link', 'Pitch Deck Pages', 'Pitch Deck SHA-256'],
  ...['Financials Link', 'Financials Pages', 'Financials SHA-256'],
] as const;

export const ARCHIVES = {
  file: 'documents.zip',
  /** Names what could not be put into an archive, and why. */
  missingFile: 'MISSING.txt',
  /** Archives that one server makes at a time. */
  atOnce: 4,
  /** Proposals that an archive or a full export takes by their ids. */
  chosen: 100,
} as const;
