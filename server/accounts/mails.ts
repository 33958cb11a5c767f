/**
 * Mails about accounts. None repeats what somebody typed into a form: anybody can open an account
 * with anybody else's address.
 */
import { site } from '#content/site.ts';
import type { FirmRole } from '#domain/accounts/rules.ts';
import { CODES } from '#domain/constants.ts';
import { OWN_QUEUE, SCREENS } from '#domain/screens.ts';
import { sentence } from '#domain/plain-text.ts';
import { renderMail } from '../mail/layout.ts';

type Letter = ReturnType<typeof renderMail>;
export type CodeMail = (code: string) => Letter;

const letter = (
  words: Omit<Parameters<typeof renderMail>[0], 'greeting'> & { greeting?: string },
) => renderMail({ greeting: 'Hello,', ...words });

const MINUTES = CODES.lifetimeSeconds / 60;
const LIFETIME = `It works once, within ${MINUTES} minutes. Nobody at ${site.name} will ever ask you for it.`;

export const welcomeMail = (publicUrl: string) =>
  letter({
    subject: `Welcome to ${site.name}`,
    paragraphs: [
      'Your account is ready. You can now log in, choose a program and submit your proposal.',
      'If you did not register, you can ignore this message.',
    ],
    action: { label: 'Log in', url: publicUrl + SCREENS.login },
  });

export const loginCodeMail: CodeMail = (code) =>
  letter({
    subject: 'Your login code',
    code,
    paragraphs: [
      `Enter this code to finish logging in. ${LIFETIME}`,
      'Didn’t try to log in? Someone may know your password: reset it now.',
    ],
  });

export const resetCodeMail: CodeMail = (code) =>
  letter({
    subject: 'Your password reset code',
    code,
    paragraphs: [
      `Enter this code to choose a new password. ${LIFETIME}`,
      'If you did not ask for this, you can ignore this message. Your password has not changed.',
    ],
  });

export const emailCodeMail: CodeMail = (code) =>
  letter({
    subject: 'Confirm your new email address',
    code,
    paragraphs: [
      `Enter this code in your profile to use this address for your account. ${LIFETIME}`,
      'If you did not ask for this, you can ignore this message.',
    ],
  });

/** Sent to the old address, so that its owner learns of a change that somebody else began. */
export const emailChangeNotice = (publicUrl: string) =>
  letter({
    subject: 'Your email address is about to change',
    paragraphs: [
      'Somebody who knows your password asked to change the email address of your account.',
      'If this wasn’t you, reset your password now. That also stops the change.',
    ],
    action: { label: 'Reset your password', url: publicUrl + SCREENS.forgotPassword },
  });

export const emailCorrectedMail = (publicUrl: string) =>
  letter({
    subject: 'Your email address was corrected',
    paragraphs: [
      'Emails to your old address bounced, so our team has corrected the address of your account.',
      'Log in with the new address and your password as before. If this is wrong, tell us.',
    ],
    action: { label: 'Log in', url: publicUrl + SCREENS.login },
  });

/** To somebody for whom the firm has opened an account. */
export const addressGivenMail = (firstName: string, email: string, publicUrl: string) =>
  letter({
    subject: 'Your account with us: choose a password',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We entered your proposal for you, and you can now follow it online. Your account has the address ${email}.`,
      'Choose “Forgot password” and enter this address. We’ll email you a code with which you choose a password.',
      'If you did not apply, tell us.',
    ],
    action: { label: 'Choose a password', url: publicUrl + SCREENS.forgotPassword },
  });

export const passwordChangedMail = (publicUrl: string) =>
  letter({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed, and you were logged out everywhere.',
      'If this wasn’t you, reset it now.',
    ],
    action: { label: 'Reset your password', url: publicUrl + SCREENS.forgotPassword },
  });

/** The last mail to an address: everything else of its account is deleted. */
export const accountClosedMail = () =>
  letter({
    subject: 'Your account has been closed',
    paragraphs: [
      'You closed your account. It has been deleted, with your proposals, drafts, documents and messages.',
      `Backups may still hold them until they are replaced. If this wasn’t you, write to ${site.email}.`,
    ],
  });

/** To somebody who has asked the firm to delete them. */
export const accountErasedMail = () =>
  letter({
    subject: 'Your account has been closed',
    paragraphs: [
      'We have deleted your account, as you asked, with your proposals, drafts, documents and messages.',
      `Backups may still hold them until they are replaced. If you did not ask for this, write to ${site.email}.`,
    ],
  });

/**
 * The invitation of a new admin: its link opens the form for a code with the address filled in, so
 * that the person sets a password that nobody else has ever known. The link itself is no secret and
 * never expires; security rests on the code, which is mailed on request.
 */
const WORK: Record<FirmRole, { title: string; does: string }> = {
  admin: { title: 'an admin', does: '' },
  editor: {
    title: 'an editor',
    does: ' As an editor, you write posts, FAQs and program texts, and look after testimonials and enquiries.',
  },
  viewer: {
    title: 'a viewer',
    does: ' As a viewer, you can see proposals and figures but not change anything.',
  },
};

export const colleagueMail = (publicUrl: string, email: string, role: FirmRole) =>
  letter({
    subject: `You are now ${WORK[role].title} at ${site.name}`,
    paragraphs: [
      `${sentence(WORK[role].title)} account was created for this address.${WORK[role].does} Set your own password first: the button below sends a code to this address.`,
      'Each time you log in, we’ll also email you a code.',
    ],
    action: {
      label: 'Set your own password',
      url: `${publicUrl}${SCREENS.forgotPassword}#email=${encodeURIComponent(email)}`,
    },
  });

export const assignedMail = (publicUrl: string, firstName: string) =>
  renderMail({
    subject: 'Proposals were assigned to you',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'Proposals were assigned to you for review.',
      'We email you about what is assigned to you at most once an hour.',
    ],
    action: { label: 'Open my queue', url: publicUrl + OWN_QUEUE },
  });

const WHAT = { passkey: 'a passkey', totp: 'an authenticator app' } as const;
const CAPITAL = { passkey: 'A passkey', totp: 'An authenticator app' } as const;
const NOT_YOU = `If this wasn’t you, reset your password now and tell another admin, or write to ${site.email}.`;

const aboutFactors = (publicUrl: string, subject: string, paragraphs: string[]) =>
  letter({
    subject,
    paragraphs: [...paragraphs, NOT_YOU],
    action: { label: 'See your two-step verification', url: publicUrl + SCREENS.adminProfile },
  });

export const factorAddedMail = (publicUrl: string, kind: keyof typeof WHAT) =>
  aboutFactors(publicUrl, 'A new way to verify it’s you was added to your account', [
    `${CAPITAL[kind]} was just added to your account. You can now use it when you log in. If it was your first one, all your other sessions have ended.`,
  ]);

export const factorRemovedMail = (publicUrl: string, kind: keyof typeof WHAT, isLast: boolean) =>
  aboutFactors(publicUrl, 'A way to verify it’s you was removed from your account', [
    `You can no longer log in with ${WHAT[kind]}: it was just removed from your account.`,
    ...(isLast
      ? ['It was your last one, so your password and the emailed code are now enough to log in.']
      : []),
  ]);

export const recoveryCodesRenewedMail = (publicUrl: string) =>
  aboutFactors(publicUrl, 'Your recovery codes were replaced', [
    'New recovery codes were just created for your account. The old ones no longer work.',
  ]);

export const recoveryCodeUsedMail = (publicUrl: string, left: number) =>
  aboutFactors(publicUrl, 'A recovery code was used to log in', [
    `Somebody logged in to your account with one of your recovery codes. ${left} ${left === 1 ? 'is' : 'are'} left; you can make new ones in your profile.`,
  ]);

/** Sent after a reset by another admin or from the command line. */
export const factorResetMail = (publicUrl: string, isRequired: boolean) =>
  aboutFactors(publicUrl, 'Your two-step verification was reset', [
    'Your passkeys, your authenticator app and your recovery codes were removed from your account, and you were logged out everywhere.',
    isRequired
      ? 'At your next login you will be asked to set up two-step verification again.'
      : 'Until you set up two-step verification again, your password and the emailed code are enough to log in.',
  ]);
