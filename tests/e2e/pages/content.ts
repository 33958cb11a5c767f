import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** A list of content: posts, FAQs, testimonials, enquiries. */
export class ContentList extends Screen {
  get rows(): Locator {
    return this.page.locator('tbody tr');
  }

  /** The list has loaded, and none of its rows has this name. */
  async expectNoRow(name: string): Promise<void> {
    const empty = this.page.getByText(/^No .*(available|found|match|published)/);
    await expect(this.rows.or(empty).first()).toBeVisible();
    await expect(this.row(name)).toHaveCount(0);
  }

  /** Requests the deletion; returns the open dialog. */
  async askToDelete(name: string): Promise<Locator> {
    await this.page.getByRole('button', { name: `Delete: ${name}` }).click();
    await expect(this.dialog).toContainText(name);
    return this.dialog;
  }

  async delete(name: string): Promise<void> {
    const dialog = await this.askToDelete(name);
    await dialog.getByRole('button', { name: 'Delete' }).click();
  }
}

/** /dashboard/admin/create-post and …/post/{id}/edit */
export class PostForm extends Screen {
  async fillIn({
    title,
    category,
    body,
  }: {
    title: string;
    category: string;
    body: string;
  }): Promise<void> {
    await this.fill({ Title: title });
    await this.page.getByLabel('Category').selectOption({ label: category });
    await this.page.locator('[contenteditable="true"]').click();
    await this.page.keyboard.type(body);
  }

  async chooseFeatured(file: File): Promise<void> {
    await this.page.getByLabel('Featured image').setInputFiles(await payload(file));
  }

  async addToGallery(...files: File[]): Promise<void> {
    await this.page
      .getByLabel('Gallery images')
      .setInputFiles(await Promise.all(files.map(payload)));
  }

  get gallery(): Locator {
    return this.page
      .locator('li')
      .filter({ has: this.page.getByRole('button', { name: /^(Remove|Keep): / }) });
  }
}

/** A file as a person picks it. */
async function payload(file: File): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return {
    name: file.name,
    mimeType: file.type || 'application/octet-stream',
    buffer: Buffer.from(await file.arrayBuffer()),
  };
}
