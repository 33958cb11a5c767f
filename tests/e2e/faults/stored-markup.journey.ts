/** Markup that people typed is shown to others, and none of it runs. */
import type { Page } from '@playwright/test';
import { picture } from '../../image-samples.ts';
import { Backstage, inDays, newName } from '../backstage.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { Mailbox } from '../mailbox.ts';
import { startRealServer } from '../real-server.ts';
import { FIND_RUNNABLE, MARKUP } from '../stored-markup.ts';

const ALL = MARKUP.join('\n');
/** Short enough for names and titles. */
const SHORT = MARKUP.filter((markup) => markup.length <= 60);

async function expectInert(page: Page): Promise<void> {
  expect(await page.evaluate(FIND_RUNNABLE), page.url()).toEqual([]);
}

/** Fills every text field, as whoever may write there. */
async function store(backstage: Backstage) {
  const admin = await backstage.createAdmin();
  const applicant = await backstage.createApplicant();
  const { token } = admin;
  const program = await backstage.call<{ id: string; title: string }>('POST', '/programs/', {
    token,
    json: {
      title: `${newName('Program')} ${SHORT[0]}`,
      description: ALL,
      sector: 'Mining',
      deadline_date: inDays(30),
    },
  });
  const small = await picture();
  const post = await backstage.call<{ id: string; slug: string }>('POST', '/cms/', {
    token,
    data: formOf({
      featured_image: small,
      gallery_images: small,
      title: `${newName('Post')} ${SHORT[1]}`,
      body: ALL,
      category: 'NEWS',
      is_published: 'true',
    }),
  });
  for (const [index, markup] of SHORT.slice(0, 6).entries())
    await backstage.call('POST', '/faqs/', {
      token,
      json: { question: `${newName('Why')} ${markup}`, answer: MARKUP.slice(index * 6).join(' ') },
    });
  await backstage.call('PATCH', '/auth/me', {
    token: applicant.token,
    json: { first_name: SHORT[2], last_name: SHORT[3], city: SHORT[4] },
  });
  const proposal = await backstage.submitProposal(applicant, program, { title: SHORT[5]! });
  await backstage.call('PATCH', `/proposals/${proposal.id}`, {
    token: applicant.token,
    data: formOf({ business_description: ALL, business_location: SHORT[6]! }),
  });
  await backstage.call('POST', `/proposals/${proposal.id}/notes`, { token, json: { text: ALL } });
  await backstage.review(proposal, { decision: 'declined', decline_reason: ALL.slice(0, 1900) });
  await backstage.call('POST', '/contact_forms/', {
    json: {
      first_name: SHORT[0],
      last_name: SHORT[3],
      email: 'esi@example.com',
      message: ALL,
    },
  });
  return { admin, applicant, program, post, proposal };
}

function formOf(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test('markup that others typed is inert, to visitors, applicants and admins', async ({ page }) => {
  // A server of its own: what is stored here would appear in all later journeys.
  const server = await startRealServer();
  const backstage = new Backstage(server.url, new Mailbox(server.dataDir, null));
  const { admin, applicant, program, post, proposal } = await store(backstage);
  for (const path of [
    '/',
    '/sector/mining',
    `/national-pitch-trek/programs/${program.id}`,
    '/post/all',
    `/post/NEWS/${post.slug}`,
  ]) {
    await page.goto(server.url + path);
    await expect(page.locator('h1')).toBeVisible();
    await expectInert(page);
  }
  await openAs(page, applicant, `${server.url}/dashboard/applicant/view-proposal/${proposal.id}`);
  await expect(page.getByText('press').first()).toBeVisible();
  await expectInert(page);
  for (const path of [
    `/dashboard/admin/view-proposal/${proposal.id}`,
    '/dashboard/admin/submissions',
    '/dashboard/admin/enquiries',
    '/dashboard/admin/users',
    '/dashboard/admin/manage-faqs',
    `/dashboard/admin/post/${post.id}/view`,
    '/dashboard/admin/audit',
  ]) {
    await openAs(page, admin, server.url + path);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByText('ran=1').first()).toBeAttached();
    await expectInert(page);
  }
  await server.stop();
});

test('the search for runnable markup finds markup that was not sanitised', async ({ page }) => {
  await page.setContent(`<main>${MARKUP.join('')}</main>`);
  await expect.poll(() => page.evaluate(FIND_RUNNABLE)).toContain('something ran');
});
