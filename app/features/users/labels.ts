import type { UserRow } from '#domain/accounts/schema.ts';

export const userLabels = {
  title: 'Users',
  back: 'All users',
  caption: 'Users',
  create: 'Add a colleague',
  roleHint: 'Editors write content, viewers can only look, admins can do everything.',
  searchHint: 'Name, email, city …',
  role: 'Role',
  status: 'Account',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  region: 'Region',
  joined: 'Joined',
  you: 'you',
  roles: {
    ADMIN: 'Admin',
    EDITOR: 'Editor',
    VIEWER: 'Viewer',
    JUDGE: 'Judge',
    APPLICANT: 'Applicant',
  },
  roleOf: 'Role of',
  activeOf: 'Active:',
  active: 'Active',
  inactive: 'Inactive',
  invitation: { invited: 'Invited', declined: 'Declined' },
  heir: 'Reassign their proposals to',
  noHeir: 'Nobody',
  password: 'Password',
  passwordHint: 'At least 8 characters with upper and lower case, a digit and a special character.',
  cancel: 'Cancel',
} as const;

export const describeTotal = (total: number): string =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? 'user' : 'users'}`;
export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'first_name', label: 'Name, A to Z' },
  { value: 'email', label: 'Email, A to Z' },
] as const;

export const ROLE_OPTIONS = Object.entries(userLabels.roles).map(([value, label]) => ({
  value,
  label,
}));

/** Those that an admin gives: only an invitation makes a judge. */
export const GIVEN_ROLE_OPTIONS = ROLE_OPTIONS.filter(({ value }) => value !== 'JUDGE');
/** Given by Create Admin. */
export const FIRM_ROLE_OPTIONS = GIVEN_ROLE_OPTIONS.filter(({ value }) => value !== 'APPLICANT');

/** A judge who has not accepted, or has declined, has an account that nobody can use yet. */
export const describeAccount = ({ is_active: isActive, judge_state: state }: UserRow): string => {
  if (isActive && state && state !== 'accepted') return userLabels.invitation[state];
  return isActive ? userLabels.active : userLabels.inactive;
};

/** The question before a change; `title` names the person. */
export type AskedChange = { title: string; text: string; confirmLabel: string };

const ROLE_TEXTS: Record<string, Omit<AskedChange, 'title'>> = {
  ADMIN: {
    text: 'An admin sees every proposal and every user, and can change what the website says.',
    confirmLabel: 'Make an admin',
  },
  EDITOR: {
    text: 'An editor looks after posts, FAQs, testimonials, enquiries and program texts, and sees no proposals.',
    confirmLabel: 'Make an editor',
  },
  VIEWER: {
    text: 'A viewer sees proposals and figures but no contact details, and cannot change anything.',
    confirmLabel: 'Make a viewer',
  },
  APPLICANT: {
    text: 'An applicant sees their own proposals only. What this person has done as an admin stays on record.',
    confirmLabel: 'Make an applicant',
  },
};

/** Asked before somebody gets another role. */
export const askForRole = (name: string, role: string): AskedChange => ({
  title: `${ROLE_TEXTS[role]!.confirmLabel.replace('Make', `Make ${name}`)}?`,
  ...ROLE_TEXTS[role]!,
});

export const describeUndecided = (total: number): string =>
  total === 1
    ? '1 proposal not decided yet is assigned to them. Nothing stays assigned to an inactive admin.'
    : `${total.toLocaleString('en-GB')} proposals not decided yet are assigned to them. Nothing stays assigned to an inactive admin.`;

/** Asked before an account is activated or deactivated. */
export const askForStatus = (name: string, isActive: boolean): AskedChange =>
  isActive
    ? {
        title: `Activate ${name}?`,
        text: 'This person can log in again.',
        confirmLabel: 'Activate',
      }
    : {
        title: `Deactivate ${name}?`,
        text: 'This person is logged out at once and cannot log in until you activate them again.',
        confirmLabel: 'Deactivate',
      };

/** Why somebody cannot be switched off. */
export const fixedReason = (isOwn: boolean): string =>
  isOwn ? 'You cannot deactivate your own account.' : 'Applicants cannot be deactivated.';
