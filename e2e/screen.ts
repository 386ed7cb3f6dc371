/** A browser as one user has it: language, theme, width. Every visited page is examined. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM_ARGS, findChromiumPath, findFullChromiumPath } from '../scripts/browser.ts';
import { takeStillPicture } from './still-picture.ts';
import { getText, getTextPattern, type Language } from './words.ts';

export interface Appearance {
  language: Language;
  theme: 'dark' | 'light';
  width: number;
  height: number;
}

/** The looks of every test by day, and of a test that needs only one by night too. */
export const PHONE_LOOK: Appearance = { language: 'fa', theme: 'dark', width: 360, height: 800 };
export const DESKTOP_LOOK: Appearance = { language: 'en', theme: 'light', width: 1440, height: 900 };

export const LOOKS: Appearance[] = process.env.SARRAF_NIGHTLY
  ? (['fa', 'en'] as const).flatMap((language) =>
      (['dark', 'light'] as const).flatMap((theme) => [
        { language, theme, width: 360, height: 800 },
        { language, theme, width: 1440, height: 900 },
      ]),
    )
  : [PHONE_LOOK, DESKTOP_LOOK];

/** For pages made of components that other tests show in both looks: by day only one look. */
export const DEFAULT_LOOKS = process.env.SARRAF_NIGHTLY ? LOOKS : [PHONE_LOOK];

/** `whole`: the complete browser, with windows and bars, instead of its headless shell. */
export const launchBrowser = async (whole = false): Promise<Browser> =>
  chromium.launch({
    executablePath: await (whole ? findFullChromiumPath() : findChromiumPath()),
    // If there are two, the last one counts.
    args: whole ? [...CHROMIUM_ARGS, '--headless=new'] : CHROMIUM_ARGS,
  });

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface ScreenOptions {
  serviceWorker?: boolean;
  axe?: boolean;
}

type Role = Parameters<Page['getByRole']>[0];

export class Screen {
  readonly page: Page;
  readonly look: Appearance;
  readonly #context: BrowserContext;
  readonly #axe: boolean;
  /** The browser's complaints: script errors, violations of the security policy, missing files. */
  readonly complaints: string[] = [];
  #expectedComplaints: RegExp | null = null;
  /** Requests without a complete response, except streams. */
  readonly #pendingRequests = new Set<Request>();

  private constructor(context: BrowserContext, page: Page, look: Appearance, axe: boolean) {
    this.#context = context;
    this.#axe = axe;
    this.page = page;
    this.look = look;
    page.on('request', (request) => {
      if (request.resourceType() !== 'eventsource') this.#pendingRequests.add(request);
    });
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', (request) => this.#pendingRequests.delete(request));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (
        message.type() === 'error' &&
        !/status of (400|401|403|404|409|429)|ERR_INTERNET_DISCONNECTED/.test(message.text()) &&
        !this.#expectedComplaints?.test(message.text())
      ) {
        this.complaints.push(message.text());
      }
    });
  }

  /** Ignores this complaint from now on: it may arrive later than the page's reaction to its cause. */
  expectComplaint(text: RegExp): void {
    this.#expectedComplaints = text;
  }

  /**
   * With the site's service worker, as users have it; a test that opens a screen without it says why. `axe`:
   * whether `examine` runs it and takes screenshots.
   */
  static async open(
    browser: Browser,
    look: Appearance,
    url: string,
    { serviceWorker = true, axe = true }: ScreenOptions = {},
  ): Promise<Screen> {
    const { width, height } = look;
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height },
      hasTouch: width < 720,
      reducedMotion: 'reduce',
      serviceWorkers: serviceWorker ? 'allow' : 'block',
    });
    await context.addInitScript(
      ({ language, theme }) => {
        localStorage.setItem('sarraf.language', language);
        localStorage.setItem('sarraf.theme', theme);
      },
      { language: look.language, theme: look.theme },
    );
    const page = await context.newPage();
    // A busy machine takes long over a page.
    page.setDefaultTimeout(60_000);
    return new Screen(context, page, look, axe);
  }

  /** Returns a text in this user's language; see words.ts. */
  say(path: string, values: Record<string, string> = {}): string {
    return getText(this.look.language, path, values);
  }

  saying(path: string, values: Record<string, string> = {}): RegExp {
    return getTextPattern(this.look.language, path, values);
  }

  button = (path: string, values: Record<string, string> = {}) =>
    this.page.getByRole('button', { name: this.saying(path, values) }).first();

  /** Returns the only element of this role and whole name: using it fails if there are two. */
  only = (
    role: Role,
    path: string,
    values: Record<string, string> = {},
    within: Page | Locator = this.page,
  ): Locator => within.getByRole(role, { name: this.say(path, values), exact: true });

  /**
   * Checks that axe finds nothing, nothing is wider than the screen, and the browser has no complaint. `apart`: axe
   * rules that the page breaks on purpose; `picture`: whether a picture is taken, which can't be compared if the
   * page's rows depend on other tests or on chance.
   */
  async examine(
    name: string,
    { apart = [], picture = true }: { apart?: readonly string[]; picture?: boolean } = {},
  ): Promise<void> {
    // A list or a dialog that is opening or closing does not match its markup yet, or no longer does.
    await this.page
      .locator('[data-starting-style], [data-ending-style]')
      .first()
      .waitFor({ state: 'detached' });
    const findings = this.#axe ? await this.#runAxe(apart) : [];
    const wide = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect({ name, findings, wider: Math.max(0, wide), complaints: this.complaints }).toEqual({
      name,
      findings: [],
      wider: 0,
      complaints: [],
    });
    if (this.#axe && picture) await this.takePicture(name);
  }

  /**
   * Takes a picture of the page if the run takes any. Its name includes the test file, since other tests leave the
   * same page in another state.
   */
  async takePicture(name: string): Promise<void> {
    const { SCREENSHOTS: folder, PICTURES_STILL } = process.env;
    if (!folder) return;
    const { language, theme, width } = this.look;
    const testFile = basename(expect.getState().testPath ?? '', '.test.ts');
    const path = join(folder, `${testFile}-${name}-${language}-${theme}-${width}.png`);
    // A long page on a busy machine.
    if (PICTURES_STILL === undefined) await this.page.screenshot({ path, fullPage: true, timeout: 60_000 });
    else await takeStillPicture(this.page, path, () => this.#pendingRequests.size === 0);
  }

  async #runAxe(apart: readonly string[]): Promise<string[]> {
    // Half a megabyte, which a page that was examined before already has.
    if (!(await this.page.evaluate(() => 'axe' in globalThis))) await this.page.evaluate(AXE);
    const rules = Object.fromEntries(apart.map((rule) => [rule, { enabled: false }]));
    return this.page.evaluate(
      async (options) => {
        const axe = (
          globalThis as unknown as { axe: { run(options: object): Promise<{ violations: AxeFinding[] }> } }
        ).axe;
        interface AxeFinding {
          id: string;
          nodes: { html: string; failureSummary: string }[];
        }
        const { violations } = await axe.run(options);
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
        );
      },
      // Passing rules are omitted: listing them takes longer than finding violations.
      { rules, resultTypes: ['violations'] },
    );
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
