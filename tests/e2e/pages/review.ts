import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** One proposal as its judge reads and scores it. */
export class ReviewScreen extends Screen {
  criterion(name: string): Locator {
    return this.page.getByRole('group', { name });
  }

  private radio(name: string, score: number): Locator {
    return this.criterion(name).getByRole('radio', { name: new RegExp(`^${score}:`) });
  }

  score(name: string, score: number): Promise<void> {
    return this.radio(name, score).check();
  }

  expectScore(name: string, score: number): Promise<void> {
    return expect(this.radio(name, score)).toBeChecked();
  }
}
