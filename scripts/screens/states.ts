/** States that addresses alone do not show: dialogs, refusals, empty lists. */
import type { Page } from '@playwright/test';
import type { Fillings, Screen } from './list-screens.ts';

/**
 * `isWhole`: false if a dialog covers the page, so that only the visible part is taken.
 * `isSandboxed`: no script can run in it.
 */
export type State = Screen & {
  act?: (page: Page) => Promise<void>;
  isWhole?: boolean;
  isSandboxed?: boolean;
};

const press = (name: RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

const pressApply = async (page: Page) =>
  page.getByRole('link', { name: /apply/i }).filter({ visible: true }).last().click();

export function listStates(fillings: Fillings): State[] {
  const at = (route: string, index = 0) => fillings[route]![index]!;
  const state = (
    name: string,
    address: string,
    viewer: Screen['viewer'],
    act?: State['act'],
    kind: Pick<State, 'isWhole' | 'isSandboxed'> = {},
  ): State => ({ name: `state-${name}`, address, viewer, ...(act && { act }), ...kind });
  const over = { isWhole: false };
  return [
    state(
      'menu-open',
      '/about/our-team',
      'visitor',
      async (page) =>
        void (await page.locator('header summary').filter({ visible: true }).first().click()),
      over,
    ),
    state(
      'team-bio',
      '/about/our-team',
      'visitor',
      async (page) =>
        void (await page
          .getByRole('link', { name: /^read more/i })
          .first()
          .click()),
      over,
    ),
    state('login-required', at('/national-pitch-trek/programs/:id'), 'visitor', pressApply, over),
    state(
      'application-closed',
      at('/national-pitch-trek/programs/:id', 1),
      'visitor',
      pressApply,
      over,
    ),
    state('contact-refused', '/contact-us', 'visitor', press(/send/i)),
    state('register-refused', '/register', 'visitor', press(/create|register/i)),
    state('dashboard-newcomer', '/dashboard', 'newcomer'),
    state('proposals-none', '/dashboard/applicant/proposals', 'newcomer'),
    state('submit-incomplete', at('/dashboard/applicant/submit'), 'applicant', async (page) => {
      await press(/check before you send/i)(page);
      await page.getByRole('button', { name: /submit proposal/i }).waitFor();
    }),
    state(
      'delete-proposal',
      '/dashboard/applicant/proposals',
      'applicant',
      async (page) =>
        void (await page
          .getByRole('button', { name: /^delete/i })
          .and(page.locator(':enabled'))
          .filter({ visible: true })
          .first()
          .click()),
      over,
    ),
    state(
      'review',
      at('/dashboard/admin/view-proposal/:id'),
      'admin',
      press(/approve or set stage/i),
      over,
    ),
    state('download-link', at('/dashboard/admin/view-proposal/:id'), 'admin', async (page) => {
      await press(/request download link/i)(page);
      await page
        .getByRole('link', { name: /download/i })
        .first()
        .waitFor();
    }),
    state('submissions-no-match', '/dashboard/admin/submissions?q=nothing+like+this', 'admin'),
    state(
      'submissions-filtered',
      '/dashboard/admin/submissions?sector=Agriculture&sort=business_name',
      'admin',
    ),
    state(
      'bulk-decline',
      '/dashboard/admin/submissions',
      'admin',
      async (page) => {
        await page
          .getByRole('checkbox', { name: /^Select: / })
          .first()
          .check();
        await page
          .getByRole('region', { name: 'Selection' })
          .getByRole('button', { name: 'Decline' })
          .click();
        await page.getByRole('dialog').waitFor();
      },
      over,
    ),
    state(
      'audit-entry',
      '/dashboard/admin/audit',
      'admin',
      async (page) => void (await page.locator('main tbody button').first().click()),
      over,
    ),
    state('unauthorized-role', '/dashboard/admin/users', 'applicant'),
    state(
      'session-expired',
      '/dashboard',
      'applicant',
      async (page) => {
        await page.evaluate(`void window.dispatchEvent(new Event('session-expired'))`);
        await page.getByRole('dialog').waitFor();
      },
      over,
    ),
    state('mailbox', '/dev/mailbox', 'visitor', undefined, over),
    state(
      'mail',
      '/dev/mailbox',
      'visitor',
      async (page) => void (await page.getByRole('link', { name: 'as it looks' }).first().click()),
      { isWhole: false, isSandboxed: true },
    ),
    state('api-docs', '/api/v1/docs', 'visitor'),
  ];
}
