import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** /dashboard/admin/submissions */
export class Submissions extends Screen {
  /** They are behind a button, and lie over the rows where they are open. */
  async openFilters(): Promise<Locator> {
    const summary = this.page.locator('summary').filter({ hasText: 'Filters' });
    const fold = this.page.locator('details').filter({ has: summary });
    if ((await fold.getAttribute('open')) === null) await summary.click();
    return fold;
  }

  async filter(label: string, option: string): Promise<void> {
    const fold = await this.openFilters();
    // A checkbox of the same name selects the column.
    const select = fold.getByRole('combobox', { name: label, exact: true });
    await select.selectOption({ label: option });
    await this.page.keyboard.press('Escape');
  }
}

/** /dashboard/admin/view-proposal/{id}: the reading room. */
export class ReadingRoom extends Screen {
  get desk(): Locator {
    return this.page.getByRole('region', { name: 'Decision' });
  }

  get reason(): Locator {
    return this.page.getByLabel('Reason for declining');
  }

  pages(label: 'Pitch deck' | 'Financials'): Locator {
    return this.page.getByRole('region', { name: `Pages of ${label}` });
  }
}

/** /dashboard/admin/view-proposal/{id}: its documents and the dialog of the specification. */
export class Submission extends Screen {
  /** Requests the link, then downloads; returns the bytes and the file name. */
  async download(label: 'Pitch deck' | 'Financials'): Promise<{ bytes: Buffer; name: string }> {
    await this.press(`Request Download Link: ${label}`);
    await this.expectMessage('Download link generated!');
    const arrival = this.page.waitForEvent('download');
    await this.follow(`Download: ${label}`);
    const download = await arrival;
    return { bytes: await readFile(await download.path()), name: download.suggestedFilename() };
  }

  async openReview(): Promise<void> {
    await this.press('Approve or set stage');
    await expect(this.dialog).toBeVisible();
  }

  /** Beside the documents: the selected value of the stage. */
  get stage(): Locator {
    return this.page.getByRole('combobox', { name: 'Funding stage', exact: true });
  }

  /** In the open dialog. */
  async decide({ isApproved, stage }: { isApproved: boolean; stage: string }): Promise<void> {
    await this.dialog.getByLabel('Approved').setChecked(isApproved);
    await this.dialog.getByLabel('Funding stage').selectOption({ label: stage });
    await this.dialog.getByRole('button', { name: 'Save' }).click();
  }
}
