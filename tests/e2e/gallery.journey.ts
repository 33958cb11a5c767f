/** Gallery pictures are put in order with a mouse, with a finger and with their arrows. */
import type { Locator, Page } from '@playwright/test';
import type { Image } from '#domain/posts/schema.ts';
import { postForm } from '../factories.ts';
import { picture } from '../image-samples.ts';
import { expect, openAs, placeOf, test } from './fixtures.ts';
import { PostForm } from './pages/content.ts';
import { WATCH_SHIFTS } from './pages/measured.ts';

/** Higher than the plain field that is shown before the editor. */
const TEXT = '<p>The trek opens in Tamale.</p><h2>Who can apply</h2>'.repeat(5);
const COLOURS = ['#0e4d3a', '#a63d2f', '#e7a917'];

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await placeOf(place))!;
  return { x: x + width / 2, y: y + height / 2 };
}

async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 10, start.y, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

/** Real touches, including scrolling. */
async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (typeof start)[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [start]);
  for (let step = 1; step <= 8; step += 1)
    await touch('touchMove', [
      {
        x: start.x + ((end.x - start.x) * step) / 8,
        y: start.y + ((end.y - start.y) * step) / 8,
      },
    ]);
  await touch('touchEnd', []);
  await session.detach();
}

test('gallery pictures are put in order by dragging and by their arrows', async ({
  page,
  backstage,
  isMobile,
  inspect,
}) => {
  const admin = await backstage.admin();
  const pictures = await Promise.all(
    COLOURS.map((color) => picture({ width: 400, height: 300, color })),
  );
  type Stored = { id: string; gallery_media: Image[]; gallery_images: string[] };
  const post = await backstage.call<Stored>('POST', '/cms/', {
    token: admin.token,
    data: postForm({ fields: { body: TEXT }, featured: pictures[0]!, gallery: pictures }),
  });
  const [first, second, third] = post.gallery_media.map(({ url }) => url);
  await page.addInitScript(WATCH_SHIFTS);
  await openAs(page, admin, `/dashboard/admin/post/${post.id}/edit`);
  const form = new PostForm(page);
  await expect(form.gallery).toHaveCount(3);
  await expect(page.locator('[contenteditable="true"]')).toBeVisible();
  if (isMobile)
    await expect.poll(() => page.evaluate<number>('window.shifted')).toBeLessThanOrEqual(0.02);
  const order = () =>
    form.gallery
      .locator('img')
      .evaluateAll((images) => images.map((one) => one.getAttribute('src')));
  // Not covered by the bars above and below.
  await page.evaluate(`document.querySelector('[data-place]').scrollIntoView({ block: 'center' })`);

  const frame = (place: number) => form.gallery.nth(place).locator('img');
  const grip = (place: number) => form.gallery.nth(place).locator('[data-grip]');
  await expect.poll(order).toEqual([first, second, third]);
  if (isMobile) await dragByFinger(page, grip(1), frame(0));
  else await dragByMouse(page, frame(1), frame(0));
  await expect.poll(order).toEqual([second, first, third]);
  await expect(page.getByText('Image 2 is now image 1.')).toBeAttached();

  await page.getByRole('button', { name: 'Later: Image 2' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual([second, third, first]);
  await page.evaluate(`document.querySelector('[data-place]').scrollIntoView({ block: 'start' })`);
  await inspect('admin-edit-post-gallery');
  await form.press('Save changes');
  await form.expectMessage('Post updated successfully!');
  const saved = await backstage.call<Stored>('GET', `/cms/${post.id}`, { token: admin.token });
  expect(saved.gallery_media.map(({ url }) => url)).toEqual([second, third, first]);
});
