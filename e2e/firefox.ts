/** Debian's Firefox as one user has it. By puppeteer: playwright requires WebDriver BiDi commands that it lacks yet. */
import { type Browser, type Page, Puppeteer } from 'puppeteer-core';
import { expect } from 'vitest';
import type { Appearance } from './screen.ts';
import { getText } from './words.ts';

/**
 * Firefox's message about a file that was still loading when its page was left. A page that needs such a file and
 * doesn't get it shows its error page, and the journey fails there.
 */
const DROPPED_REQUEST =
  /Unable to preload CSS|A ServiceWorker intercepted the request|error loading dynamically imported module/;

/**
 * `::-p-named(button Buy)`: by role and accessible name, as far as our pages need. Puppeteer's `::-p-aria` makes
 * Firefox maintain its accessibility tree, by which each step took up to 18 s on a page with changing prices.
 */
Puppeteer.registerCustomQueryHandler('named', {
  queryAll(root, selector) {
    const tags: Record<string, string> = {
      button: 'button, [role=button]',
      link: 'a[href]',
      status: 'output, [role=status]',
      textbox: 'input, textarea',
    };
    const [, role = '', name] = /^(\w+) (.*)$/s.exec(selector) ?? [];
    const textOf = (node: Element | null | undefined) => node?.textContent?.replace(/\s+/g, ' ').trim();
    const nameOf = (node: Element) => {
      const labelled = node.getAttribute('aria-labelledby');
      if (labelled)
        return labelled
          .split(' ')
          .map((id) => textOf(document.getElementById(id)))
          .join(' ');
      return (
        node.getAttribute('aria-label') ??
        (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement
          ? textOf(node.labels?.[0])
          : textOf(node))
      );
    };
    return [...(root as Element).querySelectorAll(tags[role] ?? role)].filter(
      (node) => nameOf(node) === name,
    );
  },
});
const roleSelector = (role: string, name: string) => `::-p-named(${role} ${name})`;

export class FirefoxScreen {
  readonly page: Page;
  readonly look: Appearance;
  /** The browser's complaints. */
  readonly #browserErrors: string[] = [];

  private constructor(page: Page, look: Appearance) {
    this.page = page;
    this.look = look;
    const recordError = (text: string) => {
      if (!DROPPED_REQUEST.test(text)) this.#browserErrors.push(text);
    };
    page.on('pageerror', (error) => recordError(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') recordError(message.text());
    });
  }

  static async open(browser: Browser, look: Appearance): Promise<FirefoxScreen> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.setViewport({ width: look.width, height: look.height });
    await page.evaluateOnNewDocument(
      (language, theme) => {
        // The blank page of a new tab has no storage.
        if (location.host === '') return;
        // Only a handle of a logged error object would be transferred.
        const { error } = console;
        console.error = (...args) =>
          error(...args.map((one) => (one instanceof Error ? `${one}\n${one.stack}` : one)));
        localStorage.setItem('sarraf.language', language);
        localStorage.setItem('sarraf.theme', theme);
      },
      ...([look.language, look.theme] as const),
    );
    return new FirefoxScreen(page, look);
  }

  say = (path: string, values: Record<string, string> = {}): string =>
    getText(this.look.language, path, values);

  /** By role and accessible name. */
  find(role: string, path: string, values: Record<string, string> = {}) {
    return this.page.locator(roleSelector(role, this.say(path, values)));
  }

  press = (path: string, values: Record<string, string> = {}) => this.find('button', path, values).click();

  /** Replaces the text of a field with key strokes: `fill` empties the field without the page noticing. */
  async typeInto(selector: string, text: string): Promise<void> {
    await this.page.locator(selector).click();
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press('a');
    await this.page.keyboard.up('Control');
    await this.page.keyboard.type(text);
  }

  write = (path: string, text: string) => this.typeInto(roleSelector('textbox', this.say(path)), text);

  /** Waits until it is on the page. */
  async waitForText(path: string): Promise<void> {
    await this.page.locator(`::-p-text(${this.say(path)})`).wait();
  }

  async isAt(pathname: RegExp): Promise<void> {
    await expect.poll(() => new URL(this.page.url()).pathname, { timeout: 60_000 }).toMatch(pathname);
  }

  /** Checks that nothing is wider than the screen, and the browser has no complaint. */
  async examine(name: string): Promise<void> {
    const wider = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect({ name, wider: Math.max(0, wider), complaints: this.#browserErrors }).toEqual({
      name,
      wider: 0,
      complaints: [],
    });
    // Those that are compared are Chromium's.
    if (!process.env.SCREENSHOTS || process.env.PICTURES_STILL) return;
    const { language, theme, width } = this.look;
    const path = `${process.env.SCREENSHOTS}/firefox-${name}-${language}-${theme}-${width}.png` as const;
    await this.page.screenshot({ path });
  }

  close = () => this.page.browserContext().close();
}
