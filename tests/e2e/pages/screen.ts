import { expect, type Locator, type Page } from '@playwright/test';

/** Pixels: 64rem of app/shell/dashboard-shell.module.css. */
const SIDEBAR_FROM = 1024;
/** Once the fonts are there. */
const EXCESS = `document.fonts.ready.then(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)`;

/**
 * Shared by all screens. A page object extends it and names what a person does there, in the
 * screen's words.
 */
export class Screen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a path of the product and waits for its main heading. */
  async open(path: string): Promise<this> {
    await this.page.goto(path);
    await expect(this.heading).toBeVisible();
    return this;
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** The summary at the top of a refused form. */
  get refusal(): Locator {
    return this.page.locator('form').getByRole('alert');
  }

  /** Fills fields by their labels. */
  async fill(values: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(values))
      await this.page.getByLabel(label, { exact: true }).fill(value);
  }

  /** Opens a folded step of a form. */
  async unfold(title: string): Promise<void> {
    await this.page.locator('details:not([open]) > summary').filter({ hasText: title }).click();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).click();
  }

  async follow(name: string | RegExp): Promise<void> {
    await this.page.getByRole('link', { name }).first().click();
  }

  /**
   * Uses the sidebar, and waits until the screen has changed: two lists have the same fields. On a
   * phone the menu is unfolded first.
   */
  async goTo(label: string): Promise<void> {
    await this.openMenu();
    const linkIn = (includeHidden: boolean) =>
      this.page
        .getByRole('navigation', { name: 'Dashboard', includeHidden })
        .getByRole('link', { name: label, exact: true, includeHidden });
    await linkIn(false).click();
    await expect(linkIn(true).first()).toHaveAttribute('aria-current', 'page');
  }

  /** Whoever has typed something that is saved nowhere else is asked first. */
  async beginLogOut(): Promise<void> {
    await this.openMenu();
    await this.press('Log out');
  }

  async logOut(): Promise<void> {
    await this.beginLogOut();
    await this.expectMessage('You have been logged out.');
  }

  /** The row, or on a phone the card, with this name. */
  row(name: string): Locator {
    return this.page.locator('tbody tr').filter({ hasText: name });
  }

  /** Waits for the rows: while they still move, a press may miss its button. */
  async searchFor(words: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Search' }).fill(words);
    await expect(this.page).toHaveURL(({ searchParams }) => searchParams.get('q') === words);
    await expect(this.page.locator('[aria-busy=true]')).toHaveCount(0);
  }

  async expectHeading(text: string): Promise<void> {
    await expect(this.heading).toHaveText(text);
  }

  /** A toast or an alert with this sentence is on the screen. */
  async expectMessage(sentence: string): Promise<void> {
    await expect(this.page.getByText(sentence).filter({ visible: true }).first()).toBeVisible();
  }

  /** Nothing is wider than the screen: no horizontal scrolling. */
  async expectNoSidewaysScroll(): Promise<void> {
    // Scripts can measure a page whose style sheets are still on their way.
    await this.page.waitForLoadState('load');
    await expect
      .poll(
        () => this.page.evaluate(EXCESS),
        `${this.page.url()} is wider than the screen, in pixels`,
      )
      .toBe(0);
  }

  private async openMenu(): Promise<void> {
    if (this.page.viewportSize()!.width >= SIDEBAR_FROM) return;
    await this.page.locator('summary').filter({ hasText: 'Menu', visible: true }).click();
  }
}
