/** What an admin does with FAQs and other admins, and with lists that are empty. */
import { faqInput } from '../factories.ts';
import { newName, type NamedItem } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { ContentList } from './pages/content.ts';
import { goOffline, goOnline } from './offline.ts';
import { Screen } from './pages/screen.ts';

test(
  'an admin is created, loses the role and rests; nobody changes themselves',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const admin = await backstage.admin();
    const email = `${newName('esi').replace(' ', '.')}@example.com`;
    const list = new ContentList(page);
    await openAs(page, admin, '/dashboard/admin/create');

    await test.step('the password must be Strong, the address new', async () => {
      await list.fill({
        'First name': 'Esi',
        'Last name': 'Darko',
        Email: admin.email,
        'Phone number': '0241112222',
        'City or town': 'Accra',
        'Digital address': 'GA-183-8164',
        Password: 'trombone',
      });
      await page.getByLabel('Region').selectOption('Greater Accra');
      await list.press('Create admin');
      await expect(list.refusal).toContainText(
        'Password must be at least 8 characters long, include an uppercase and lowercase letter, a number, and a special character.',
      );
      await list.fill({ Password: 'Trombone-7-Hats' });
      await list.press('Create admin');
      await expect(list.refusal).toContainText('Email already registered');
      await inspect('admin-create-admin-refused');
      await list.fill({ Email: email });
      await list.press('Create admin');
      await list.expectMessage('Admin created successfully!');
    });

    await test.step('the toggle works for others of the firm only, the role for everybody else', async () => {
      await list.searchFor(email);
      await expect(page.getByRole('status').filter({ hasText: /^1 user$/ })).toBeVisible();
      const active = page.getByRole('switch', { name: 'Active: Esi Darko' });
      await active.click();
      await list.dialog.getByRole('button', { name: 'Deactivate' }).click();
      await list.expectMessage('User is inactive !');
      await expect(active).not.toBeChecked();
      await active.click();
      await list.dialog.getByRole('button', { name: 'Activate' }).click();
      await list.expectMessage('User is active!');
      await inspect('admin-users');
      await page.getByRole('combobox', { name: 'Role of Esi Darko' }).selectOption('APPLICANT');
      await list.dialog.getByRole('button', { name: 'Make an applicant' }).click();
      await list.expectMessage('User role updated!');
      await expect(active).toBeDisabled();
      await list.searchFor(admin.email);
      await expect(list.row(admin.email).getByRole('switch')).toBeDisabled();
      await expect(list.row(admin.email).getByRole('combobox')).toBeDisabled();
      await list.searchFor('nobody-is-called-this');
      await list.expectMessage('No users found.');
    });
  },
);

test('FAQs: five a page, numbered; the last one of a page leads back', async ({
  page,
  backstage,
  inspect,
  isMobile,
}) => {
  const { token } = await backstage.admin();
  const word = newName('Kwahu').replace(' ', '');
  const create = (number: number) =>
    backstage.call<NamedItem>('POST', '/faqs/', {
      token,
      json: faqInput({
        question: `${word} question ${number}?`,
        answer: 'Bring a pitch deck and your numbers.\n\nNothing else.',
      }),
    });
  for (const number of [1, 2, 3, 4, 5]) await create(number);
  const list = new ContentList(page);
  await openAs(page, await backstage.admin(), '/dashboard/admin/create-faq');

  await test.step('created', async () => {
    await list.press('Create an FAQ');
    await expect(list.refusal.getByRole('link')).toHaveText([
      'Enter a question.',
      'Enter an answer.',
    ]);
    await inspect('admin-create-faq-refused');
    // By keyboard alone: from the summary to the field, on to the next, and submit.
    await list.refusal.getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type(`${word} question 6?`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Yes.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await list.expectMessage('FAQ created successfully');
    await list.expectHeading('FAQs');
    await inspect('admin-faqs');
  });

  await test.step('deleting the last one of a page steps back a page', async () => {
    await list.searchFor(word);
    await expect(page.getByRole('status').filter({ hasText: '6 FAQs' })).toBeVisible();
    await expect(list.rows).toHaveCount(5);
    // Offline, the next page says so instead of showing the former rows under its address.
    await goOffline(page);
    await page.getByRole('link', { name: 'Next' }).click();
    await list.expectMessage('Display error. Check your network and try again.');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(list.rows).toHaveCount(0);
    await goOnline(page);
    await expect(list.rows).toHaveCount(1);
    await expect(list.rows.first()).toContainText('6');
    await list.delete(`${word} question 1?`);
    await list.expectMessage('FAQ deleted successfully.');
    await expect(list.rows).toHaveCount(5);
    expect(new URL(page.url()).searchParams.get('page') ?? '1').toBe('1');
    await expect(list.heading).toBeFocused();
  });

  await test.step('edited; the list is as it was left; two admins at once', async () => {
    await list.follow(`Edit: ${word} question 3?`);
    await list.expectHeading('Edit FAQ');
    const id = /faq\/([^/]+)\/edit/.exec(page.url())![1]!;
    await list.fill({ Answer: 'Mine.' });
    await backstage.call('PATCH', `/faqs/${id}`, { token, json: { answer: 'Theirs.' } });
    await list.press('Save');
    await expect(page.getByText('Somebody changed this while you were working')).toBeVisible();
    await inspect('admin-faq-conflict');
    await list.press('Use the saved version');
    await expect(page.getByLabel('Answer')).toHaveValue('Theirs.');
    await list.fill({ Answer: 'Mine.' });
    await backstage.call('PATCH', `/faqs/${id}`, { token, json: { answer: 'Theirs again.' } });
    await list.press('Save');
    await expect(page.getByText('Somebody changed this while you were working')).toBeVisible();
    // Text typed below the panel is saved with it.
    await list.fill({ Answer: 'Mine after all.' });
    await list.press('Save mine');
    await list.expectMessage('FAQ updated successfully.');
    await expect(page).toHaveURL(new RegExp(`q=${word}`));
    await expect(list.row('question 3')).toContainText('Mine after all.');
  });

  await test.step('right beyond a thousand rows', async () => {
    // Independent of the width, and a thousand calls.
    if (isMobile) return;
    for (let count = 0; count < 1000; count += 25)
      await Promise.all(Array.from({ length: 25 }, (_, place) => create(1000 + count + place)));
    await list.open(`/dashboard/admin/manage-faqs?q=${word}&page=201`);
    await expect(page.getByRole('status').filter({ hasText: '1,005 FAQs' })).toBeVisible();
    await expect(list.rows).toHaveCount(5);
    await expect(list.rows.last()).toContainText('1005');
  });
});

test(
  'each list says when it is empty, when nothing matches and when it did not load',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const lists = [
      [
        '/dashboard/admin/manage-post',
        '**/api/v1/cms/?*',
        'No posts published yet.',
        'An unknown error occurred.',
      ],
      [
        '/dashboard/admin/manage-faqs',
        '**/api/v1/faqs/?*',
        'No FAQs available.',
        'Display error. Check your network and try again.',
      ],
      [
        '/dashboard/admin/testimonials',
        '**/api/v1/testimonials/?*',
        'No testimonials found.',
        'Failed to fetch testimonials',
      ],
      [
        '/dashboard/admin/enquiries',
        '**/api/v1/contact_forms/?*',
        'No contact submissions found.',
        'Something went wrong. Please try again later.',
      ],
    ] as const;
    const screen = new Screen(page);
    const list = new ContentList(page);
    await openAs(
      page,
      await backstage.admin(),
      '/dashboard/admin/manage-faqs?q=nothing-has-this-word',
    );
    await screen.expectMessage('No FAQs match your search.');
    await page.getByRole('button', { name: 'Clear search and filters' }).last().click();
    await expect(page).toHaveURL(/manage-faqs$/);
    for (const [path, call, empty, failed] of lists) {
      await page.route(call, (route) =>
        route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
      );
      await screen.open(path);
      await screen.expectMessage(empty);
      await inspect(`empty-${path.split('/').at(-1)}`);
      await page.unroute(call);
      await page.route(call, (route) => route.fulfill({ status: 500, body: '' }));
      await screen.open(path);
      await screen.expectMessage(failed);
      await page.unroute(call);
      await screen.press('Try again');
      await expect(list.rows.first().or(page.getByText(empty))).toBeVisible();
      await expect(page.getByText(failed)).toBeHidden();
    }
    await screen.open('/dashboard/admin/manage-post?category=nonsense');
    await screen.expectMessage('Select a category.');
  },
);
