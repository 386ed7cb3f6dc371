/** A customer's phone browser that takes the guide's pictures (guide-pictures.ts). */
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { callServer, DEMO_PASSWORD } from '../server/test/running-server.ts';
import { messages as en } from '../web/src/framework/i18n/en/index.ts';
import { messages as fa } from '../web/src/framework/i18n/fa/index.ts';

export const GUIDE_FOLDER = join(import.meta.dirname, '../web/public/guide');
/** A phone, in CSS pixels, and the part of its screen's height that a picture shows. */
const SCREEN = { width: 390, height: 844 };
const HEIGHT = 600;
const SCALE = 2;
const QUALITY = 78;
/** Distance between the subject of a picture and its edge. */
const MARGIN = 16;

export interface Device {
  osType: string;
  deviceType: string;
  browser: string;
}
const PHONE: Device = { osType: 'ANDROID', deviceType: 'MOBILE', browser: 'CHROME' };

export interface PictureVariant {
  language: 'fa' | 'en';
  theme: 'dark' | 'light';
  quote: 'TOMAN' | 'TETHER';
  newcomer: string;
  /** Price paid for a coin, in the quote. */
  pays: string;
}

/** Pictures to take; none named: all. */
const requestedPictures = process.argv.slice(2);

/** A browser context of one person that takes pictures. */
export class GuideWalk {
  readonly page: Page;
  readonly look: PictureVariant;
  readonly url: string;

  private constructor(page: Page, look: PictureVariant, url: string) {
    this.page = page;
    this.look = look;
    this.url = url;
  }

  static async open(browser: Browser, look: PictureVariant, url: string): Promise<GuideWalk> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: SCREEN,
      deviceScaleFactor: SCALE,
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    await context.addInitScript(
      ({ language, theme }) => {
        localStorage.setItem('sarraf.language', language);
        localStorage.setItem('sarraf.theme', theme);
      },
      { language: look.language, theme: look.theme },
    );
    // Customers see no hints of the sandbox: the web detects it by its outbox, which is hidden here.
    await context.route('**/api/sandbox/outbox**', (route) =>
      route.fulfill({ status: 404, json: { status: 'NOT_FOUND', message: 'NOT_FOUND', errors: [] } }),
    );
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    return new GuideWalk(page, look, url);
  }

  /**
   * Returns a text of the dictionary as a pattern in which figures and names match anything; '' as end allows more
   * text after it.
   */
  textPattern(path: string, end = '$'): RegExp {
    let text: unknown = this.look.language === 'fa' ? fa : en;
    for (const part of path.split('.')) text = (text as Record<string, unknown>)[part];
    if (typeof text !== 'string') throw new Error(`no text ${path}`);
    const words = text.replace(/<[^>]+>/g, '').split(/\{\w+\}/);
    return new RegExp(
      `^${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}${end}`,
    );
  }

  button = (path: string) => this.page.getByRole('button', { name: this.textPattern(path) }).first();
  field = (path: string) => this.page.getByLabel(this.textPattern(path)).first();
  get dialog(): Locator {
    return this.page.getByRole('dialog').last();
  }

  /** Takes a picture of the screen, with `about` near its top; of a sheet from below its lower part. */
  async takePicture(name: string, about?: Locator, margin = MARGIN): Promise<void> {
    if (requestedPictures.length > 0 && !requestedPictures.includes(name)) return;
    const { page } = this;
    if (about) {
      await about.waitFor();
      await about.evaluate((element, margin) => {
        element.style.scrollMarginBlockStart = `${margin}px`;
        element.scrollIntoView({ block: 'start' });
      }, MARGIN + 64);
    }
    await page.evaluate('document.activeElement?.blur(), document.fonts.ready');
    await page.waitForTimeout(900);
    const top = about ? ((await about.boundingBox())?.y ?? 0) - margin : 0;
    const y = Math.round(Math.max(0, Math.min(top, SCREEN.height - HEIGHT)));
    const png = await page.screenshot({ clip: { x: 0, y, width: SCREEN.width, height: HEIGHT } });
    const file = join(GUIDE_FOLDER, this.look.language, `${name}.webp`);
    const { size } = await sharp(png)
      .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
      .toFile(file);
    process.stdout.write(`${this.look.language}/${name}.webp: ${Math.round(size / 1024)} kB\n`);
  }

  /** Takes a picture of the open sheet. */
  takeDialog = (name: string) => this.takePicture(name, this.dialog);

  /** Shows a gateway's name known to customers instead of the sandbox's bank. */
  async nameGateway(): Promise<void> {
    const { SANDBOX, ZARINPAL } = (this.look.language === 'fa' ? fa : en).wallet.gateway;
    const names = this.page.getByText(SANDBOX, { exact: true });
    await names.first().waitFor();
    for (const name of await names.all())
      await name.evaluate((element, text) => {
        element.textContent = text;
      }, ZARINPAL);
  }

  async closeDialog(): Promise<void> {
    while ((await this.page.getByRole('dialog').count()) > 0) {
      await this.page.keyboard.press('Escape');
      await this.page.waitForTimeout(300);
    }
  }

  /** Logs in without the form; returns the token. */
  async logIn(email: string): Promise<string> {
    const token = await signInThroughApi(this.url, email, PHONE);
    const value = encodeURIComponent(`Bearer ${token}`);
    await this.page.context().addCookies([{ name: 'sarraf_token', value, url: this.url }]);
    return token;
  }

  end = () => this.page.context().close();
}

export async function signInThroughApi(url: string, email: string, device: Device): Promise<string> {
  const body = { email, password: DEMO_PASSWORD, ...device };
  await expectOk(callServer(url, 'POST', '/users/login', { body }));
  const code = await readSandboxCode(url, email);
  const checked = await callServer(url, 'POST', '/users/check-otp-code', {
    body: { email, code, ...device },
  });
  return checked.body.token;
}

export async function readSandboxCode(url: string, to: string): Promise<string> {
  const { body } = await callServer(url, 'GET', `/sandbox/outbox?to=${encodeURIComponent(to)}`);
  return body.find(({ code }: { code: string | null }) => code !== null).code;
}

export async function expectOk(answer: ReturnType<typeof callServer>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
}
