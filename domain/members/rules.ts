/** People who work on a draft or a proposal together: contract §13.2. */
import { MEMBERS as LIMITS } from '../constants.ts';

export const MEMBER_STATES = ['invited', 'accepted', 'expired'] as const;

/** On one's own draft or proposal. */
export const ROLES_IN = ['owner', 'member'] as const;

export const MEMBERS = {
  ownerOnly: (name: string) => `Only ${name}, who owns it, can do this.`,
  notFound: 'This person is not part of it.',
  ownAddress: 'This is the owner’s own address. Enter somebody else’s.',
  tooMany: `At most ${LIMITS.most} people can be invited. Remove one to invite another.`,
  notAccepted: 'Choose somebody who has accepted the invitation.',
  ownerStays: 'You own this, so you cannot leave it. Hand it over first.',
  alreadyOwner: 'This person owns it already.',
  noApplicant: 'No applicant’s account has this address.',
  hasDraft: 'This person has a draft of their own for this program. They need to delete it first.',
  noRoom: 'This person has reached a limit, so nothing more can be handed over to them.',
  inRound:
    'This proposal is in a round of judging, so nobody can be added until the results are out.',
  inRoundOwner:
    'This proposal is in a round of judging. Until the results are out, only somebody who is already part of it can own it.',
  seasonEnded: 'The season of this program has ended, so nobody can be added any more.',
  editingOpen: 'The owner can still edit this proposal, so only they can invite people.',
  unknownInvitation: 'This invitation does not exist or was withdrawn. Ask for a new one.',
  usedInvitation: 'This invitation was already accepted. You find the proposal in your dashboard.',
  oldInvitation: 'This invitation is no longer valid. Ask for a new one.',
  otherAddress: (email: string) =>
    `This invitation is for ${email}. Log in with that address to accept it.`,
  reason: `Enter a reason of ${LIMITS.reasonMinimum} to ${LIMITS.reason} characters.`,
  chooseMember: 'Choose who will own it.',
  hasMembers:
    'Other people work on what you own. Hand it over to one of them, or confirm that it is deleted for everybody.',
  sharedWord: 'Say delete, or leave it out.',
  formerMember: 'Former member',
} as const;

/** Mail programs make links of these: a name is no place for one. */
const LINKED = /:\/\/|www\.|@|[\p{L}\p{N}-]\.\p{L}{2,}/iu;

/** As a mail says who invites; undefined for a name that would become a link. */
export function mailedName(name: string): string | undefined {
  const short = [...name.replace(/\s+/g, ' ').trim()].slice(0, LIMITS.nameInMail).join('');
  return short === '' || LINKED.test(short) ? undefined : short;
}
