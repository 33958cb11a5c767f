import { countOf } from '#domain/count-of.ts';
import type { JudgeState } from '#domain/accounts/rules.ts';
import type { Judge } from '#domain/judges/schema.ts';

export const judgeLabels = {
  title: 'Judges',
  caption: 'Judges',
  invite: 'Invite a judge',
  inviteTitle: 'Invite a judge',
  inviteLead:
    'They choose a password and say whose businesses they could not judge freely. Admins do not judge: a partner who does needs a second account with another email.',
  sendInvitation: 'Send invitation',
  editTitle: 'Edit judge',
  edit: 'Edit',
  back: 'All judges',
  loading: 'Loading the judge',
  searchHint: 'Name or email',
  noMatch: 'No judges match your search or filters.',
  none: 'Nobody has been invited yet.',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone number',
  region: 'Region',
  noRegion: 'No region',
  regionHint: 'In some rounds, judges don’t get proposals from their own region.',
  position: 'Position',
  positionHint: 'As shown in the public record, such as “Partner, Odum Capital”.',
  organisations: 'Organisations',
  organisationsHint: 'Employer, boards, investments and family businesses. One per line.',
  people: 'People',
  peopleHint: 'People whose business they could not judge freely. One per line.',
  isNamed: 'May be named as a judge in the public record',
  state: 'Invitation',
  account: 'Account',
  round: 'Round',
  rounds: 'Rounds',
  active: 'Active',
  inactive: 'Inactive',
  invited: 'Invited',
  none1: 'None',
  loadingRounds: 'Loading the rounds',
  roundState: 'Status',
  load: 'Reviews submitted',
  openReviews: 'Reviews done',
  done: (submitted: number, assigned: number) => `${submitted} of ${assigned}`,
  inRecord: 'Named in the record',
  yes: 'Yes',
  no: 'No',
  save: 'Save',
  cancel: 'Cancel',
  inviteAgain: 'Invite again',
  inviteAgainText: 'They get a new link by email. The old link stops working.',
  activate: 'Activate',
  deactivate: 'Deactivate',
  sent: 'Invitation sent.',
  updated: 'Judge updated.',
  activated: 'The judge can log in again.',
  deactivated: 'The judge is logged out everywhere and cannot log in.',
  activateText: 'They can log in and judge again.',
  deactivateText:
    'They are logged out everywhere and cannot log in. Their reviews stay assigned to them. To reassign them, remove the judge from the round.',
  listFailed: 'The judges could not be loaded. Check your connection and try again.',
  inviteFailed: 'The invitation could not be sent. Try again.',
  updateFailed: 'The judge could not be saved. Try again.',
} as const;

export const JUDGE_STATES: Readonly<Record<JudgeState, string>> = {
  invited: 'Invited',
  accepted: 'Accepted',
  declined: 'Declined',
};

/** An account can be used once its invitation is accepted. */
export const describeAccount = ({ is_active: isActive, state }: Judge): string => {
  if (!isActive) return judgeLabels.inactive;
  return state === 'accepted' ? judgeLabels.active : JUDGE_STATES[state];
};

export const STATE_OPTIONS = Object.entries(JUDGE_STATES).map(([value, label]) => ({
  value,
  label,
}));

export const ACTIVE_OPTIONS = [
  { value: 'true', label: judgeLabels.active },
  { value: 'false', label: judgeLabels.inactive },
] as const;

export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'first_name', label: 'First name, A to Z' },
  { value: 'last_name', label: 'Last name, A to Z' },
  { value: 'region', label: 'Region, A to Z' },
] as const;

export const describeTotal = countOf('judge', 'judges');
