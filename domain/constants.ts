/**
 * The limits of spec §9 that code reads, grouped by noun. Limits that only a page or a style sheet
 * uses are defined there.
 */

export const PAGING = {
  /** Default and maximum number of rows in an API list. */
  limit: 1000,
  publicPosts: 6,
  adminSubmissions: 10,
  adminPosts: 8,
  /** spec §9.1 defines none for these two lists. */
  adminTestimonials: 10,
  adminEnquiries: 10,
  adminMails: 25,
  mailings: 10,
  adminAudit: 25,
  faqs: 5,
  programs: 10,
  users: 10,
  judges: 10,
  rounds: 10,
  entries: 25,
  ranking: 50,
  otherPosts: 5,
  latestPosts: 4,
} as const;

export const CODES = {
  length: 6,
  lifetimeSeconds: 600,
  /** Wrong attempts that void a code, and a login or set-up that waits for a second factor. */
  tries: 5,
  /** Codes an hour per account and purpose, and as many again for each browser known to it. */
  perHour: 10,
  /** Of these, how many may be asked for without a password from one network. */
  perHourFromNetwork: 5,
  /** How often an hour a browser without a known account, or everybody else, has a code re-sent. */
  resendsPerHour: 5,
  /** Time after which screens offer "send again"; the server requires no pause. */
  resendAfterSeconds: 30,
} as const;

/** Cookies of the API: random, and stored only as hashes. */
export const COOKIES = {
  /** Tells who has asked for a code from everybody else. */
  challenge: { name: 'pitch_trek_challenge', lifetimeSeconds: 3600 },
  /** Makes a browser known to an account. */
  device: { name: 'pitch_trek_device', lifetimeSeconds: 90 * 86_400 },
} as const;

/** People who work on a draft or a proposal beside its owner. */
export const MEMBERS = {
  /** Invited ones counted, expired ones not. */
  most: 5,
  invitationDays: 14,
  /** After its link ended, an address that nobody accepted with is deleted. */
  forgottenDays: 30,
  /** Invitations of one applicant in a day, and to one address. */
  perDay: 20,
  perDayToAddress: 3,
  nameInMail: 60,
  reasonMinimum: 10,
  reason: 500,
} as const;

export const SESSIONS = {
  lifetimeSeconds: 1800,
  /** Time after verification at which the browser logs out. */
  forcedLogoutSeconds: 1740,
  /** Time before the forced logout at which a warning is shown. */
  warningSeconds: 120,
} as const;

export const FACTORS = {
  /** Time in which a login or set-up must be completed once begun. */
  challengeLifetimeSeconds: 300,
  /** Digits of an authenticator app's code, and the seconds that it is shown. */
  digits: 6,
  periodSeconds: 30,
  /** Recovery codes that are generated at a time. */
  recoveryCodes: 10,
  passkeys: 10,
} as const;

export const RATE_LIMITS = {
  /** Wrong passwords per account in the window below. */
  wrongPasswords: 10,
  wrongPasswordWindowSeconds: 900,
  /** Browsers known to an account: older ones are forgotten. */
  knownBrowsers: 50,
  /** Wrong second factors per account in the same window. */
  wrongFactors: 10,
  /** Failed attempts of any kind per minute and address. */
  failuresPerMinute: 300,
  /**
   * Codes per hour and address requested by resets and "send again"; logging in with the right
   * password does not count.
   */
  codesPerHourFromAddress: 120,
  /** Public forms per hour and address. */
  publicFormsPerHour: 60,
  /** Exports of one person's data per hour. */
  dataExportsPerHour: 10,
  /** Confirmations that one applicant can request again per hour. */
  confirmationsPerHour: 10,
  /** Messages that one applicant writes per hour. */
  messagesPerHour: 30,
  /** Submissions and edits of one applicant per hour, withdrawn ones included. */
  submissionsPerHour: 200,
  /** Drafts and uploads that one applicant begins per hour, deleted ones included. */
  beginningsPerHour: 1000,
} as const;

/** The slowest line whose bytes count as sent without a pause: contract §5.8. */
export const DEADLINES = { bytesPerSecond: 25_000, extraSeconds: 10 } as const;

export const LENGTHS = {
  name: 100,
  email: 254,
  phone: 10,
  digitalAddress: 40,
  place: 200,
  title: 200,
  amount: 100,
  notice: 300,
  /** What a picture shows, in words. */
  altText: 300,
  question: 500,
  website: 500,
  fileName: 255,
  message: 5_000,
  answer: 10_000,
  richText: 100_000,
  /** Minimum characters of a testimonial, after trimming. */
  testimonialMinimum: 10,
  /** Characters of a testimonial's message in a list. */
  testimonialPreview: 50,
  query: 200,
  /** Minimum and maximum characters of a reason for declining. */
  reasonMinimum: 10,
  reason: 2_000,
  note: 5_000,
  /** Characters of a saved view's query string. */
  viewQuery: 2_000,
} as const;

export const REVIEWS = {
  /** Proposals per bulk change. */
  bulk: 2_000,
  /** Proposals that its preview names, unless asked for all. */
  named: 10,
  /** Admins among whom proposals can be shared at once. */
  assignees: 100,
  /** Seconds after the last sign of activity at which somebody no longer counts as reading. */
  readingSeconds: 60,
  /** Views that one admin may save, and templates in total. */
  views: 100,
  templates: 100,
} as const;

/** Limits of a rich text's markup: cleaning costs by elements, not by characters. */
export const MARKUP = {
  elements: 5_000,
  /** Nested elements. */
  depth: 100,
} as const;

export const PROPOSALS = {
  /** Maximum per applicant. */
  perApplicant: 200,
} as const;

export const DRAFTS = {
  /** Maximum per applicant. */
  perApplicant: 100,
  /** Days that a draft is kept after its program has closed. */
  daysAfterDeadline: 30,
  /** Hours before the deadline at which people with an unfinished draft are reminded. */
  reminderHours: 48,
} as const;

export const REFUSED_ATTEMPTS = {
  /** Kept per applicant: the newest. */
  perApplicant: 50,
} as const;

export const PASSWORDS = {
  /** Characters that the server requires everywhere. */
  minimum: 8,
  /** Shorter passwords are labelled Weak. */
  medium: 6,
  /** Passwords of this length may be labelled Strong. */
  strong: 8,
  /** Longer input is refused without hashing it. */
  maximum: 256,
} as const;

export const UPLOADS = {
  /** Megabytes (of 1,048,576 bytes) of one file if MAX_UPLOAD_MB is unset. */
  megabytes: 20,
  /** Days for which an upload can be resumed. */
  days: 7,
  /** Maximum bytes of one applicant's drafts, as a number of files of the largest size. */
  filesPerApplicant: 40,
} as const;

export const DOWNLOADS = {
  /** How long a document link is valid and cached. */
  lifetimeSeconds: 3600,
  /** How long a link to an export or to one's own data works, and how often. */
  linkSeconds: 300,
  linkFetches: 3,
} as const;

export const IDEMPOTENCY = {
  /** How long a first answer is repeated. */
  lifetimeSeconds: 86_400,
  /** The same for the keys of forms that are posted without script, and how these begin. */
  plainForm: { prefix: 'plain-form-', lifetimeSeconds: 600 },
  /** How long a second request waits for a running first one. */
  waitSeconds: 10,
  /** Maximum characters of a key. */
  keyLength: 200,
} as const;

/** Limits of one request besides its bytes. */
export const BODIES = {
  /** Fields of a body on all levels together; the same for a query and a form. */
  keys: 1000,
  /** Nested objects and lists. */
  depth: 20,
  /** Values in all lists and objects together: room for the 2,000 ids of a bulk change. */
  values: 6000,
} as const;

export const IMAGES = {
  /** Widths in pixels in which each picture is offered; never enlarged. */
  widths: [400, 800, 1600],
  /**
   * The same for a featured image cropped to the shape of a card: for a phone, and at most twice as
   * wide.
   */
  cardWidths: [400, 800],
  /** The aspect ratio of a card's picture. */
  cardRatio: 5 / 3,
  /** The longer side of a stored picture in pixels. */
  longestSide: 2000,
  /** Maximum pixels of an uploaded picture. */
  maxPixels: 40_000_000,
  /** Maximum pictures in a gallery. */
  gallery: 20,
} as const;

/** A field of public forms that people never see: only bots fill it in. */
export const HONEYPOT = 'website_url';

export const PUBLIC_LISTS = {
  /** Days that a closed program stays listed. */
  closedProgramDays: 90,
  /** Maximum FAQs and testimonials on the home page, which has a budget of bytes. */
  homeFaqs: 12,
  /** Open programs that it names, the nearest deadlines. */
  homePrograms: 3,
  homeTestimonials: 12,
  /** Posts in the feed. */
  feedPosts: 20,
} as const;

/** What the firm wants to reach with the trek. */
export const TARGETS = { applications: 1500, regions: 16, businesses: 1000 } as const;

export const SCREEN = {
  toastMs: 5000,
  splashMs: 1500,
  scrollToTopPixels: 300,
  carouselMs: 7000,
  testimonialStars: 5,
  logoWidth: 80,
  editorDebounceMs: 100,
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

export const ARCHIVES = {
  file: 'documents.zip',
  /** Lists what could not be added to an archive, and why. */
  missingFile: 'MISSING.txt',
  /** Archives that one server builds at a time. */
  atOnce: 4,
  /** Proposals that can be selected by id for an archive or a full export. */
  chosen: 100,
} as const;

/** Milliseconds. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
