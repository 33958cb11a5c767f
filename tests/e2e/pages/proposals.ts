import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

export type Upload = { name: string; mimeType: string; buffer: Buffer };
export const pdfFile = (name: string, buffer: Buffer): Upload => ({
  name,
  mimeType: 'application/pdf',
  buffer,
});

/** /dashboard/applicant/submit and …/edit-proposal/{id} */
export class ProposalForm extends Screen {
  async fillIn({
    name,
    location,
    website,
    description,
  }: {
    name: string;
    location: string;
    website?: string;
    description?: string;
  }): Promise<void> {
    await this.fill({ 'Business name': name, 'Business location': location });
    if (website) await this.page.getByRole('textbox', { name: /^Website/ }).fill(website);
    if (!description) return;
    await this.page.locator('[contenteditable="true"]').click();
    await this.page.keyboard.type(description);
  }

  async choose(files: { pitchDeck?: Upload; financials?: Upload }): Promise<void> {
    if (files.pitchDeck) await this.pitchDeck.setInputFiles(files.pitchDeck);
    if (files.financials) await this.financials.setInputFiles(files.financials);
  }

  /** The entry of a step, with what is missing in it. */
  step(title: string): Locator {
    return this.page
      .getByRole('navigation', { name: 'Steps of your proposal' })
      .getByRole('button', { name: title });
  }

  async openStep(title: string): Promise<void> {
    await this.step(title).click();
    await expect(this.step(title)).toHaveAttribute('aria-current', 'step');
  }

  get pitchDeck(): Locator {
    return this.page.getByLabel(/^Pitch deck/);
  }

  get financials(): Locator {
    return this.page.getByLabel(/^Financials/);
  }

  /** Through the page that shows everything once more. */
  async submit(): Promise<void> {
    await this.check();
    await this.press('Submit proposal');
  }

  async check(): Promise<void> {
    await this.step('Check').click();
    await expect(this.page.getByRole('heading', { name: 'Check before you submit' })).toBeVisible();
  }

  /** Both documents are on the server, and checked. */
  async expectReady(): Promise<void> {
    await expect(this.step('Documents')).toContainText('Done');
  }

  /** Waits until the server has saved what was typed. */
  async expectSaved(): Promise<void> {
    await expect(
      this.page
        .getByText(/^Saved (just now|\d+ \w+ ago)$/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  }

  /** "1.2 MB of 3.4 MB · 35%" of a document that is being sent. */
  progressOf(document: 'Pitch deck' | 'Financials'): Locator {
    return this.page
      .getByRole('group', { name: `Sending: ${document}` })
      .locator('b')
      .first();
  }
}

/** /dashboard/applicant/proposals */
export class MyProposals extends Screen {
  /** Deletes one, confirming the question that names it. */
  async delete(name: string): Promise<void> {
    await this.press(`Delete: ${name}`);
    await expect(this.dialog).toContainText('Are you sure you want to delete this proposal?');
    await this.dialog.getByRole('button', { name: 'Delete' }).click();
  }

  async expectLocked(name: string, reason: string): Promise<void> {
    await expect(this.row(name).getByRole('button', { name: `Edit: ${name}` })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(this.row(name)).toContainText(reason);
  }
}
