import { page } from './page-text.ts';

/** The account screens: not in the sitemap, but people share their links. */
export const accountPages = {
  login: page(
    '/login',
    'Log in',
    'Log in to your account at Odum Capital to apply and to follow your proposals.',
  ),
  register: page(
    '/register',
    'Create your account',
    'One account is enough to apply to every funding program of the National Pitch Trek.',
  ),
  code: page('/otp', 'Enter your code', 'Enter the one-time code we emailed you.'),
  forgot: page(
    '/forgot-password',
    'Forgot your password?',
    'Get a code by email and choose a new password.',
  ),
  reset: page('/reset-password', 'Set a new password', 'Choose a new password for your account.'),
} as const;
