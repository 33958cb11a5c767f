/** Mails about a person's second factor. */
import { site } from '#content/site.ts';
import { SCREENS } from '#domain/screens.ts';
import { renderMail } from '../mail/layout.ts';

type Letter = ReturnType<typeof renderMail>;

const WHAT = { passkey: 'a passkey', totp: 'an authenticator app' } as const;
const CAPITAL = { passkey: 'A passkey', totp: 'An authenticator app' } as const;
const NOT_YOU = `If this wasn’t you, reset your password now and tell another admin, or write to ${site.email}.`;

const letter = (publicUrl: string, subject: string, paragraphs: string[]): Letter =>
  renderMail({
    greeting: 'Hello,',
    subject,
    paragraphs,
    action: { label: 'See your two-step verification', url: publicUrl + SCREENS.adminProfile },
  });

export const factorAddedMail = (publicUrl: string, kind: keyof typeof WHAT): Letter =>
  letter(publicUrl, 'A new way to verify it’s you was added to your account', [
    `${CAPITAL[kind]} was just added to your account. You can now use it when you log in. If it was your first one, all your other sessions have ended.`,
    NOT_YOU,
  ]);

export const factorRemovedMail = (
  publicUrl: string,
  kind: keyof typeof WHAT,
  isLast: boolean,
): Letter =>
  letter(publicUrl, 'A way to verify it’s you was removed from your account', [
    `You can no longer log in with ${WHAT[kind]}: it was just removed from your account.`,
    ...(isLast
      ? ['It was your last one, so your password and the emailed code are now enough to log in.']
      : []),
    NOT_YOU,
  ]);

export const recoveryCodesRenewedMail = (publicUrl: string): Letter =>
  letter(publicUrl, 'Your recovery codes were replaced', [
    'New recovery codes were just created for your account. The old ones no longer work.',
    NOT_YOU,
  ]);

export const recoveryCodeUsedMail = (publicUrl: string, left: number): Letter =>
  letter(publicUrl, 'A recovery code was used to log in', [
    `Somebody logged in to your account with one of your recovery codes. ${left} ${left === 1 ? 'is' : 'are'} left; you can make new ones in your profile.`,
    NOT_YOU,
  ]);

/** Sent after a reset by another admin or from the command line. */
export const factorResetMail = (publicUrl: string, isRequired: boolean): Letter =>
  letter(publicUrl, 'Your two-step verification was reset', [
    'Your passkeys, your authenticator app and your recovery codes were removed from your account, and you were logged out everywhere.',
    isRequired
      ? 'At your next login you will be asked to set up two-step verification again.'
      : 'Until you set up two-step verification again, your password and the emailed code are enough to log in.',
    NOT_YOU,
  ]);
