import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** Both lists of programs: /national-pitch-trek/programs and /dashboard/available-programs. */
export class ProgramList extends Screen {
  filterBy(sector: string): Promise<void> {
    return this.page
      .getByRole('navigation', { name: 'Sector' })
      .getByRole('link', { name: sector, exact: true })
      .click();
  }

  program(title: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name: title }) });
  }

  async expectOnly(sector: string): Promise<void> {
    const rows = this.page.getByRole('region', { name: 'Open', exact: true }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    await expect(rows.filter({ hasNotText: sector })).toHaveCount(0);
  }

  readMore(title: string): Promise<void> {
    return this.page.getByRole('link', { name: `Read more about ${title}` }).click();
  }
}

/** /dashboard/admin/manage-proposals/create and …/proposals/{id}/edit */
export class ProgramForm extends Screen {
  get description(): Locator {
    return this.page.locator('[contenteditable="true"]');
  }

  async fillIn({
    title,
    sector,
    deadline,
  }: {
    title: string;
    sector: string;
    /** In the format of datetime-local. */ deadline: string;
  }): Promise<void> {
    await this.fill({ Title: title });
    await this.page.getByLabel('Sector').selectOption(sector);
    await this.page.getByLabel('Deadline (date and time)').fill(deadline);
  }

  /** Writes a bold line, then a list of two items. */
  async write(bold: string, first: string, second: string): Promise<void> {
    const { keyboard } = this.page;
    await this.description.click();
    await this.press('Bold');
    await keyboard.type(bold);
    await keyboard.press('Enter');
    await this.press('Bold');
    await this.press('Bulleted list');
    await keyboard.type(first);
    await keyboard.press('Enter');
    await keyboard.type(second);
  }
}
