/** What an admin does with posts and their pictures, and how programs are previewed. */
import sharp from 'sharp';
import { postForm, programInput } from '../factories.ts';
import { bomb, picture, svg } from '../image-samples.ts';
import { inDays, newName, type NamedItem } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { ContentList, PostForm } from './pages/content.ts';
import { Screen } from './pages/screen.ts';
import { slowLine } from './slow-line.ts';
import { startWeakLine } from './weak-line.ts';

/** About a megabyte of noise, which cannot be compressed. */
const heavy = async (name: string): Promise<File> => {
  const noise = await sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .png()
    .toBuffer();
  return new File([new Uint8Array(noise)], name);
};
const named = async (name: string, look: Parameters<typeof picture>[0]): Promise<File> =>
  new File([await picture(look)], name);

test('a post is written, sent with its pictures, changed and deleted', async ({
  page,
  backstage,
  inspect,
}) => {
  const admin = await backstage.admin();
  const title = newName('Trek opens in Tamale');
  const list = new ContentList(page);
  const form = new PostForm(page);
  const shoot = [
    await named('stage.jpg', { width: 1600, height: 900, color: '#0e4d3a' }),
    await named('crowd.png', { width: 800, height: 800, format: 'png', color: '#a63d2f' }),
    await named('drums.webp', { width: 900, height: 600, format: 'webp', color: '#e7a917' }),
  ] as const;
  await openAs(page, admin, '/dashboard');

  await test.step('from the home to the list and on to an empty form', async () => {
    const lists = page.getByRole('region', { name: 'All lists' });
    for (const card of [
      'Submissions',
      'Projects',
      'Posts',
      'FAQs',
      'Testimonials',
      'Enquiries',
      'Users',
    ])
      await expect(lists.getByRole('link', { name: card, exact: true })).toBeVisible();
    await inspect('admin-home');
    await list.goTo('Posts');
    await list.expectHeading('Posts');
    await inspect('admin-posts');
    await list.follow('Create a post');
    await list.expectHeading('Create a post');
    await form.press('Create a post');
    await expect(form.refusal).toBeFocused();
    for (const sentence of [
      'Enter a title.',
      'Select a category.',
      'Please upload a featured image.',
      'Please upload at least one gallery image.',
    ])
      await expect(form.refusal.getByRole('link', { name: sentence })).toBeVisible();
    await inspect('admin-create-post-refused');
    await form.refusal
      .getByRole('link', { name: 'Please upload at least one gallery image.' })
      .click();
    await expect(page.getByLabel('Gallery images')).toBeFocused();
  });

  await test.step('what is no picture is named before a byte is spent', async () => {
    await form.chooseFeatured(svg());
    await form.expectMessage(
      'The featured image "kente.svg" is not an image that can be shown here. Choose a JPEG, PNG, WebP, AVIF or GIF file and try again.',
    );
    await form.addToGallery(bomb());
    await form.expectMessage(
      'The gallery image "walls.png" has too many pixels: at most 40 million are accepted, such as 8,000 x 5,000. Make it smaller and try again.',
    );
    await form.press('Remove: walls.png');
    await expect(form.gallery).toHaveCount(0);
  });

  await test.step('the text survives a reload; the pictures are seen and weighed', async () => {
    await form.fillIn({ title, category: 'Newsroom', body: 'Forty teams, one stage.' });
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
      .toContain('Forty teams, one stage.');
    await page.reload();
    await form.press('Use it');
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await expect(page.locator('[contenteditable="true"]')).toHaveText('Forty teams, one stage.');
    await form.chooseFeatured(shoot[0]);
    await form.addToGallery(shoot[1], shoot[2]);
    await expect(form.gallery).toHaveCount(2);
    await page.getByLabel('What the image at the top').fill('A stage with forty chairs');
    await page.getByLabel('What it shows: crowd.png').fill('Eight hundred listeners');
    await page.getByLabel('Go live on').fill(inDays(3).slice(0, 16));
    await expect(page.getByText(/^Total size: \d/)).toBeVisible();
    await inspect('admin-create-post');
    // Visible from the top of the form too.
    await page.getByLabel('Title').focus();
    await expect(page.getByRole('button', { name: 'Create a post' })).toBeInViewport({ ratio: 1 });
    await form.press('Preview');
    await expect(form.dialog.getByRole('heading', { name: title })).toBeVisible();
    await expect(form.dialog).toContainText('Forty teams, one stage.');
    await expect(form.dialog.locator('canvas')).toHaveCount(3);
    await inspect('admin-preview-post');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused();
    await form.press('Create a post');
    await form.expectMessage('Post created successfully!');
    await expect(list.row(title)).toContainText('Unpublished');
    await expect(list.row(title)).toContainText('Will be published on');
    await inspect('admin-posts-planned');
  });

  await test.step('seen, published, a picture removed and one added', async () => {
    await list.follow(title);
    await list.expectHeading(title);
    await expect(page.getByText('Newsroom')).toBeVisible();
    await expect(page.getByRole('img', { name: 'A stage with forty chairs' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Eight hundred listeners' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Image \d/ })).toHaveCount(1);
    await inspect('admin-view-post');
    await list.follow('Edit');
    await list.expectHeading('Edit post');
    await form.press('Remove: Image 1');
    await form.press('Remove: Image 2');
    await form.press('Save changes');
    await expect(form.refusal).toContainText('Please upload at least one gallery image.');
    await form.press('Keep: Image 2');
    await form.addToGallery(
      await named('market.jpg', { width: 640, height: 480, color: '#22335c' }),
    );
    await form.fill({ 'What it shows: market.jpg': 'The market behind the hall' });
    await page.getByLabel('Publish').check();
    await expect(page.getByLabel('Go live on')).toHaveCount(0);
    await form.press('Preview');
    await expect(form.dialog.locator('li img')).toHaveCount(1);
    await expect(form.dialog.locator('li canvas')).toHaveCount(1);
    await form.dialog.getByRole('button', { name: 'Close' }).click();
    await inspect('admin-edit-post');
    await form.press('Save changes');
    await form.expectMessage('Post updated successfully!');
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Image \d/ })).toHaveCount(1);
    const answer = await page.request.get(
      (await page.getByRole('link', { name: 'See it on the website' }).getAttribute('href'))!,
    );
    const html = await answer.text();
    const alts = ['alt="A stage with forty chairs"', 'alt="The market behind the hall"'];
    for (const words of ['Forty teams, one stage.', ...alts]) expect(html).toContain(words);
  });

  await test.step('somebody else saves first: both versions, and mine is kept', async () => {
    const id = /post\/([^/]+)\/view/.exec(page.url())![1]!;
    await list.follow('Edit');
    await page.getByLabel('Title').fill(`${title}, at last`);
    await form.chooseFeatured(
      await named('again.jpg', { width: 1200, height: 800, color: '#1f6570' }),
    );
    await backstage.call('PATCH', `/cms/${id}`, {
      token: admin.token,
      data: postForm({ fields: { title: 'Theirs', is_published: 'true' } }),
    });
    await form.press('Save changes');
    await expect(page.getByText('Somebody changed this while you were working')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'Theirs' })).toBeVisible();
    await inspect('admin-edit-post-conflict');
    await page.getByLabel('Title').fill(`${title}, at long last`);
    await form.press('Save mine');
    await form.expectMessage('Post updated successfully!');
    await list.expectHeading(`${title}, at long last`);
  });

  await test.step('deleted after the question; its address says so', async () => {
    const address = page.url();
    const dialog = await list.askToDelete(title);
    await expect(dialog).toContainText('Are you sure you want to delete this post?');
    await inspect('admin-delete-post');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await list.delete(title);
    await list.expectMessage('Post deleted successfully!');
    await list.expectHeading('Posts');
    await list.expectNoRow(title);
    await list.open(address);
    await list.expectHeading('Post Not Found');
  });
});

test(
  'an upload shows its bytes, can be stopped, and a broken line loses nothing',
  { tag: '@desktop' },
  async ({ page, backstage, server, inspect }) => {
    const title = newName('Slow roads');
    const line = await startWeakLine(server.url);
    const form = new PostForm(page);
    await openAs(page, await backstage.admin(), `${line.url}/dashboard/admin/create-post`);
    await form.fillIn({ title, category: 'Blog', body: 'By bus.' });
    await form.chooseFeatured(await heavy('bus.png'));
    await form.addToGallery(await picture());

    await test.step('stopped half-way', async () => {
      // As good as held: ten minutes.
      await slowLine(page, { up: 2000 });
      await form.press('Create a post');
      await expect(page.getByText(/^\d.* of 1\.\d MB · \d+%$/)).toBeVisible();
      await inspect('admin-sending-post');
      await form.press('Stop');
      await expect(form.refusal).toContainText(
        'Stopped before everything was uploaded. Nothing was saved, and everything you entered is still here.',
      );
      await slowLine(page);
    });

    await test.step('the line breaks, and is mended', async () => {
      line.breakAfter(500_000);
      await form.press('Create a post');
      // Small enough to fit into the kernel's buffer, it may count as sent; then nobody can know,
      // and the sentence says so.
      await expect(form.refusal).toContainText(
        /An unknown error occurred\.|The connection was lost after everything had been uploaded/,
      );
      line.mend();
      await form.press('Create a post');
      await form.expectMessage('Post created successfully!');
      await expect(new ContentList(page).row(title)).toHaveCount(1);
    });

    await test.step('left while it is sent, and sent again: stored once', async () => {
      const image = await picture();
      const send = async () => {
        await form.chooseFeatured(image);
        await form.addToGallery(image);
        await form.press('Create a post');
      };
      const again = newName('Slow bridges');
      await page.goto(`${line.url}/dashboard/admin/create-post`);
      await form.fillIn({ title: again, category: 'Blog', body: 'On foot.' });
      const network = await page.context().newCDPSession(page);
      await network.send('Fetch.enable', {
        patterns: [{ urlPattern: '*/api/v1/cms/', requestStage: 'Response' }],
      });
      const stored = new Promise((resolve) => network.once('Fetch.requestPaused', resolve));
      await send();
      await stored;
      page.once('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await network.detach();
      await form.press('Use it');
      await send();
      await form.expectMessage('Post created successfully!');
      await expect(new ContentList(page).row(again)).toHaveCount(1);
    });
    line.stop();
  },
);

test(
  'a program is seen before it is saved, and nothing in its text runs',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const admin = await backstage.admin();
    const title = newName('Cold stores');
    const json = programInput({ title, description: '<p>For <strong>fishers</strong>.</p>' });
    const { id } = await backstage.call<NamedItem>('POST', '/programs/', {
      token: admin.token,
      json,
    });
    const form = new Screen(page);
    // Without the editor, its text is typed as HTML, which nobody has cleaned yet.
    await page.route(/rich-text-editor.*\.js/, (route) => route.abort());
    await openAs(page, admin, `/dashboard/admin/proposals/${id}/edit`);
    await page
      .getByLabel('Description')
      .fill(
        '<p><b class="x">Ice</b> <a href="javascript:x()">here</a></p><script>x()</script><img src="/x"><iframe src="/"></iframe><ul><li>Catfish</li></ul>',
      );
    await form.press('Preview');
    await expect(form.dialog.getByRole('heading', { name: title })).toBeVisible();
    await expect(form.dialog.getByText('Catfish')).toBeVisible();
    await expect(form.dialog.locator('b')).toHaveText('Ice');
    await expect(form.dialog.locator('script, img, iframe, .x')).toHaveCount(0);
    await expect(form.dialog.getByRole('link', { name: 'here' })).toHaveCount(0);
    await expect(form.dialog.locator('[href^="javascript"]')).toHaveCount(0);
    await inspect('admin-preview-program');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  },
);
