/** What an admin does with what visitors send: testimonials and enquiries. */
import { enquiryInput, testimonialInput } from '../factories.ts';
import { newName } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { ContentList } from './pages/content.ts';

test(
  'testimonials are read and published, enquiries read and answered, spam is deleted',
  { tag: '@phone' },
  async ({ page, backstage, inspect, mailbox }) => {
    const admin = await backstage.admin();
    const surname = newName('Owusu').replace(' ', '');
    const message =
      'They listened first, asked hard questions, and then they helped us to buy our second press.';
    await backstage.call('POST', '/testimonials/', {
      json: testimonialInput({ last_name: surname, message }),
    });
    await backstage.call('POST', '/contact_forms/', {
      json: enquiryInput({
        last_name: surname,
        phone_number: '0241112222',
        message: 'When is the next trek?\nAnd where?',
      }),
    });
    const list = new ContentList(page);
    await openAs(page, admin, '/dashboard/admin/testimonials');

    await test.step('a testimonial is cut in the list, whole on its screen, and published', async () => {
      await inspect('admin-testimonials');
      await list.searchFor(surname);
      await expect(list.row(surname)).toContainText(`${[...message].slice(0, 50).join('')}…`);
      await expect(list.row(surname)).toContainText('Unpublished');
      await list.follow(`View: Efua ${surname}`);
      await expect(page.getByText(message)).toBeVisible();
      await inspect('admin-view-testimonial');
      await list.follow('Edit');
      await page.getByLabel('Publish').check();
      await inspect('admin-edit-testimonial');
      await list.press('Save');
      await list.expectMessage('Update Successful');
      await expect(list.row(surname)).toContainText('Published');
      await list.open('/dashboard/admin/testimonial/view/nobody');
      await list.expectHeading('Testimonial not found');
    });

    await test.step('an enquiry is found, read and answered', async () => {
      await list.goTo('Enquiries');
      await inspect('admin-enquiries');
      await list.searchFor(surname);
      await expect(page).toHaveURL(/q=Owusu/);
      await list.follow(`Kojo ${surname}`);
      await expect(page.getByText('And where?')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
        'href',
        /^mailto:kojo@example\.com\?subject=/,
      );
      await inspect('admin-view-enquiry');
      await list.press('Mark as answered');
      await expect(page.getByText(/^Answered by .+ on /)).toBeVisible();
      await list.goTo('Enquiries');
      await list.searchFor(surname);
      await list.press(`Mark as not answered: Kojo ${surname}`);
      await expect(list.row(`Kojo ${surname}`)).toContainText('Not answered');
      await list.open('/dashboard/admin/enquiries/nobody');
      await list.expectHeading('No contact found');
    });

    await test.step('an enquiry is answered from its screen; spam is deleted', async () => {
      await list.goTo('Enquiries');
      await list.searchFor(surname);
      await list.follow(`Kojo ${surname}`);
      await list.press('Send the answer');
      await expect(list.refusal).toContainText('Enter your answer.');
      await list.fill({ 'Your answer': `In Tamale, ${surname}.\n\nCome early.` });
      await list.press('Send the answer');
      await list.expectMessage('Answer sent.');
      await expect(page.getByText(/^Answered by .+ on /)).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: 'Come early.' })).toBeVisible();
      await expect(page.getByLabel('Your answer', { exact: true })).toHaveValue('');
      await inspect('admin-enquiry-answered');
      const mail = await mailbox.waitFor('kojo@example.com', new RegExp(`In Tamale, ${surname}`));
      expect(mail.text).toContain('And where?');
      await list.delete(`Kojo ${surname}`);
      await list.expectMessage('Enquiry deleted.');
      await list.expectHeading('Enquiries');
      await list.expectNoRow(`Kojo ${surname}`);
      await list.goTo('Testimonials');
      await list.searchFor(surname);
      await list.follow(`View: Efua ${surname}`);
      await list.delete(`Efua ${surname}`);
      await list.expectMessage('Testimonial deleted.');
      await list.expectHeading('Testimonials');
      await list.expectNoRow(`Efua ${surname}`);
    });
  },
);
