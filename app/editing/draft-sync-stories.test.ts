/**
 * Random stories about one form: two tabs, another device, lines that break, pages that end. The
 * newest words are always in the form or can be brought back, and only what the server has had is
 * called saved. A failure names its seed and tells the story.
 */
import { afterEach, beforeEach, test, vi } from 'vitest';
import type { ApiError as ErrorClass } from '#app/api/api-error.ts';
import { closeBrowser, openBrowser } from '#tests/draft-server.ts';
import { startDraftWorld, type Errors } from '#tests/draft-world.ts';
import { createRandom, pick, type Random } from '#tests/fuzz/random.ts';
import type { createDraftSync as create } from './draft-sync.ts';

const STORIES = 60;
const STEPS = 30;
const TICK_MS = 100;
const PAUSES_MS = [100, 500, 2000, 5000, 20_000];
/** Until everything has been sent and answered. */
const CALM_MS = 90_000;

type Sync = ReturnType<typeof create>;
/** `newest`: typed here, and neither continued nor replaced anywhere since. */
type Tab = { sync: Sync; isOpen: boolean; text: string; newest: string; drawn: number };

let key = '';
beforeEach(() => {
  key = openBrowser();
});
afterEach(closeBrowser);

/** A page has modules of its own. */
async function loadModules() {
  vi.resetModules();
  const [{ createDraftSync }, { ApiError }] = await Promise.all([
    import('./draft-sync.ts'),
    import('#app/api/api-error.ts'),
  ]);
  return { createDraftSync, errors: errorsOf(ApiError) };
}

const errorsOf = (ApiError: typeof ErrorClass): Errors => ({
  silence: () => new ApiError(0, 'network', 'No connection.'),
  changed: () => new ApiError(412, 'changed_meanwhile', 'Changed.'),
});

const storedTexts = (): string[] => {
  const drafts = JSON.parse(localStorage.getItem(`draft:${key}`) ?? '[]');
  return drafts.map(({ values }: { values: { name: string } }) => values.name);
};

function must(isTrue: boolean, rule: string): void {
  if (!isTrue) throw new Error(rule);
}

class Story {
  readonly told: string[] = [];
  private readonly random: Random;
  /** Whether nobody but one tab changes anything. */
  private readonly isAlone: boolean;
  private readonly world: ReturnType<typeof startDraftWorld>;
  private modules!: Awaited<ReturnType<typeof loadModules>>;
  private first!: Tab;
  private second: Tab | null = null;
  private words = 0;

  constructor(seed: number) {
    this.random = createRandom(seed);
    this.isAlone = this.random() < 0.5;
    this.world = startDraftWorld(this.random);
  }

  async tell(): Promise<void> {
    await this.startBrowser();
    for (let step = 0; step < STEPS; step += 1) {
      await this.act();
      await this.wait(pick(this.random, PAUSES_MS));
    }
    this.world.line.state = 'works';
    this.leave();
    await this.wait(CALM_MS);
    await this.startBrowser();
    await this.wait(CALM_MS);
    const { save } = this.first.sync.read();
    must(this.world.server.text === null || save.kind === 'sent', 'in the end all is saved');
  }

  private async act(): Promise<void> {
    const alone = [this.type, this.type, this.type, this.changeLine, this.leave, this.open];
    const together = [this.saveElsewhere, this.deleteElsewhere, this.bringBack, this.useSecondTab];
    const ends = [this.reload, this.kill];
    await pick(this.random, [...alone, ...ends, ...(this.isAlone ? [] : together)]).call(this);
  }

  private newTab({ createDraftSync, errors } = this.modules): Tab {
    const sync = createDraftSync(key, this.world.callsFor(errors));
    void sync.load();
    return { sync, isOpen: true, text: '', newest: '', drawn: -1 };
  }

  /** All tabs that were open are gone; one opens the form. */
  private async startBrowser(): Promise<void> {
    const now = Date.now();
    this.world.line.endVisit();
    vi.clearAllTimers();
    vi.setSystemTime(now);
    this.modules = await loadModules();
    this.second = null;
    this.first = { ...this.newTab(), newest: this.first?.newest ?? '' };
  }

  private typeIn(tab: Tab): void {
    if (!tab.isOpen || !tab.sync.read().isLoaded) return;
    this.look(tab);
    this.replace(tab.text);
    this.words += 1;
    tab.text = `${tab.text.slice(-20)} ${this.words}`.trim();
    tab.newest = tab.text;
    this.told.push(`${tab === this.second ? 'second tab: ' : ''}type ${tab.text}`);
    tab.sync.save({ name: tab.text });
  }

  /** Somebody who saw this text goes on with it. */
  private replace(text: string | null): void {
    for (const tab of [this.first, this.second]) if (tab?.newest === text) tab.newest = '';
  }

  private type(): void {
    this.typeIn(this.first);
  }

  private changeLine(): void {
    this.world.line.change();
    this.told.push(`the line: ${this.world.line.state}`);
  }

  private leave(): void {
    if (!this.first.isOpen) return;
    this.told.push('leave');
    this.first.sync.leave();
    this.first.isOpen = false;
  }

  private open(): void {
    if (this.first.isOpen) return;
    this.told.push('open');
    this.first = { ...this.newTab(), newest: this.first.newest };
  }

  private async reload(): Promise<void> {
    this.told.push('reload');
    for (const tab of [this.first, this.second]) tab?.sync.flush();
    await this.startBrowser();
  }

  /** What was typed in the last 400 ms may be lost. */
  private async kill(): Promise<void> {
    await this.wait(400);
    this.told.push('kill');
    await this.startBrowser();
  }

  private saveElsewhere(): void {
    const { server } = this.world;
    if (server.text === null) return;
    this.replace(server.text);
    this.words += 1;
    server.put(`other ${this.words}`);
    this.told.push(`another device: ${server.text}`);
  }

  private deleteElsewhere(): void {
    const { server } = this.world;
    this.replace(server.text);
    server.delete();
    this.told.push('another device deletes it');
  }

  private bringBack(): void {
    const tab = this.first;
    if (!tab.isOpen || !tab.sync.read().isLoaded) return;
    this.look(tab);
    const before = tab.text;
    tab.sync.bringBack();
    this.look(tab);
    if (tab.text === before) return;
    tab.newest = tab.text;
    this.told.push(`bring back ${tab.text}`);
  }

  private async useSecondTab(): Promise<void> {
    if (this.second) return this.typeIn(this.second);
    this.told.push('a second tab');
    this.second = this.newTab(await loadModules());
  }

  private async wait(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += TICK_MS) {
      await vi.advanceTimersByTimeAsync(TICK_MS);
      this.world.line.deliver();
      await vi.advanceTimersByTimeAsync(0);
      for (const tab of [this.first, this.second]) if (tab) this.look(tab);
    }
  }

  private look(tab: Tab): void {
    const { isLoaded, values, version, notice, save } = tab.sync.read();
    if (!isLoaded || !tab.isOpen) return;
    if (version !== tab.drawn) Object.assign(tab, { drawn: version, text: values['name'] ?? '' });
    const { text, newest } = tab;
    const { server } = this.world;
    must(save.kind !== 'sent' || server.had.has(text), 'what is called saved was sent');
    if (!newest) return;
    must(!this.isAlone || text === newest, 'the form has the newest words');
    must(!this.isAlone || notice?.kind !== 'two', 'one version is not called two');
    const isKept = text === newest || server.text === newest || storedTexts().includes(newest);
    must(isKept, `“${newest}” can be brought back`);
  }
}

test('whatever happens to lines, pages and devices, the newest words stay', async () => {
  const from = Number(process.env['STORY'] ?? 1);
  for (let seed = from; seed < from + STORIES; seed += 1) {
    const story = new Story(seed);
    await story.tell().catch((error: Error) => {
      throw new Error(`Story ${seed}: ${error.message}\n\n${story.told.join('\n')}`);
    });
    closeBrowser();
    key = openBrowser();
  }
});
