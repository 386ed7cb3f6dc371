/** The public pages: each in its looks, their controls, and the targets of their links. */
import { createServer } from 'node:http';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { callServer, signIn } from '../server/test/running-server.ts';
import { formatGroupedAmount } from './figures.ts';
import { type Appearance, LOOKS, PHONE_LOOK, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import {
  closeDialog,
  findDialog,
  holdRequests,
  signInWithoutForm,
  waitUntilHydrated,
  waitUntilRendered,
} from './steps.ts';

const stage = useTestServer();
const DEMO = 'demo@sarraf.test';

/** URLs as the specification writes them, with and without a trailing slash. */
const PAGES = {
  home: '/',
  markets: '/markets',
  market: '/market/BITCOIN/TOMAN',
  wages: '/wages',
  faq: '/faq',
  guide: '/guide/',
  terms: '/terms/',
  'about-us': '/about-us/',
  'contact-us': '/contact-us/',
  blog: '/blog',
  'blog-article': '/blog/what-is-a-stablecoin',
  'blog-coin': '/blog/bitcoin',
  'blog-missing': '/blog/no-such-text',
  announcements: '/announcements',
  dummy: '/dummy',
  verify: '/verify',
  login: '/login',
  'sign-up': '/sign-up',
  'company-docs': '/company-docs',
  developers: '/developers',
  'developers-keys': '/developers/keys',
  'developers-orders': '/developers/orders',
  'developers-streams': '/developers/streams',
  'developers-errors': '/developers/errors',
  'developers-webhooks': '/developers/webhooks',
  'developers-tools': '/developers/tools',
  'developers-changes': '/developers/changes',
  'company-unknown': '/company-deposit?id=01900000-0000-7000-8000-000000000000',
};

// First, since the page of fees that shows it is updated a minute later.
beforeAll(async () => {
  await sql`update coin_networks set withdraw_enabled = false where asset = 'DASH'`.execute(stage.db);
});

/** Includes a store's page, which is identified by its id. */
async function listAllPages(): Promise<[name: string, path: string][]> {
  const token = await signIn(stage.url, 'company@sarraf.test');
  const { body } = await callServer(stage.url, 'GET', '/company', { token });
  return Object.entries({ ...PAGES, 'company-deposit': `/company-deposit?id=${body.baseDTO.id}` });
}

const NOWHERE = '/no/such/page';
const GALLERY = '/sandbox/ui';
/** A busy machine scrolls and fetches later. */
const expectSoon = <T>(look: () => T) => expect.poll(look);

/** Opens a page and waits until it is complete. */
async function visitPage({ page }: Screen, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A payer's page has no exchange layout.
  const foot = path.startsWith('/company-deposit') ? 'footer' : 'footer a[href^="mailto:"]';
  await page.locator(foot).waitFor();
  // The server-rendered page without scripts ignores keys, and shows nothing from the browser's storage.
  await waitUntilHydrated(page);
  // The gallery shows skeletons that never load.
  if (path === GALLERY) return;
  await expectSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);
}

/** Scrolls every picture into view, since they load lazily, and returns those that didn't load. */
async function listBrokenImages({ page }: Screen): Promise<string[]> {
  const pictures = page.locator('main img:visible');
  await pictures.evaluateAll(async (images: HTMLImageElement[]) => {
    for (const image of images) {
      image.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      await Promise.race([image.decode(), new Promise((late) => setTimeout(late, 10_000))]).catch(
        () => undefined,
      );
    }
    window.scrollTo(0, 0);
  });
  return pictures.evaluateAll((images: HTMLImageElement[]) =>
    images.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
  );
}

/** The narrowest supported screen. */
const NARROW_VIEWPORT = { width: 320, height: 640 };
const measureOverflow = ({ page }: Screen): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** Checks that nothing scrolls sideways at a narrow width; then the page gets its width back. */
async function expectFitsNarrow(screen: Screen, name: string): Promise<void> {
  const { width, height } = screen.look;
  await screen.page.setViewportSize(NARROW_VIEWPORT);
  await expectSoon(async () => [name, await measureOverflow(screen)]).toEqual([name, 0]);
  await screen.page.setViewportSize({ width, height });
}

const listHrefs = async ({ page }: Screen, selector: string): Promise<string[]> => {
  const hrefs = await page
    .locator(selector)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  return hrefs.filter((href): href is string => href !== null);
};

const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });

/** The slides of a list that are completely visible in it. */
const listVisibleSlides = (list: Locator): Promise<number[]> =>
  list.evaluate((row) => {
    const frame = row.getBoundingClientRect();
    return [...row.children].flatMap((slide, index) => {
      const { left, right } = slide.getBoundingClientRect();
      return left >= frame.left - 1 && right <= frame.right + 1 ? [index] : [];
    });
  });
const countVisible = async (list: Locator): Promise<number> => (await listVisibleSlides(list)).length;
const firstVisible = async (list: Locator): Promise<number | undefined> => (await listVisibleSlides(list))[0];

it.each([
  ['/backoffice', 200],
  ['/backoffice/people/0192', 200],
  ['/backoffice/content/FAQ/fees', 200],
  ['/backoffice/wp-login.php', 404],
  ['/backoffice/people/0192/more', 404],
  ['/profile/support', 200],
  ['/profile/support/new', 200],
  ['/profile/support/0192', 200],
  ['/profile/support/0192/more', 404],
])('%s responds with %i: lazily loaded parts have pages of their own too', async (path, status) => {
  expect((await fetch(stage.url + path)).status).toBe(status);
});

describe.each(LOOKS)('public pages ($language, $theme, $width px)', (look: Appearance) => {
  it('shows a page for an unknown URL, and redirects to the home page', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    // The clock is stopped, so that the redirect doesn't happen during the check.
    const now = Date.now();
    await page.clock.setFixedTime(now);
    const response = await page.goto(NOWHERE);
    expect(response?.status()).toBe(404);
    const title = page.getByRole('heading', { level: 1, name: screen.say('help.notFound.title') });
    await title.waitFor();
    await screen.examine('public-nowhere');
    await page.clock.setFixedTime(now + 10_000);
    await page.waitForURL(`${stage.url}/`);
    // The same with client-side navigation, and the back button doesn't lead there again.
    await page.goto('/faq');
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, NOWHERE);
    await title.waitFor();
    await page.clock.setFixedTime(now + 20_000);
    await page.waitForURL(`${stage.url}/`);
    await page.goBack();
    await page.waitForURL('**/faq');
    await screen.close();
  });

  it('the page for an unknown URL redirects without a script too', async () => {
    const screen = await stage.open(look);
    const context = await screen.page.context().browser()?.newContext({ javaScriptEnabled: false });
    const page = await context?.newPage();
    const url = `${stage.url}${NOWHERE}?lang=${look.language}`;
    // Read apart from the browser, which may have left the page before anything could be seen on it.
    const answer = await fetch(url, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(`${screen.say('help.notFound.title')}</h1>`);
    await page?.goto(url);
    await page?.waitForURL(`${stage.url}/`);
    await context?.close();
    await screen.close();
  });

  it('are complete, accessible and in the visitor’s language', async () => {
    const screen = await stage.open(look);
    for (const [name, path] of await listAllPages()) {
      await visitPage(screen, path);
      expect(await screen.page.locator('html').getAttribute('lang')).toBe(look.language);
      expect({ name, broken: await listBrokenImages(screen) }).toEqual({ name, broken: [] });
      await screen.examine(`public-${name}`);
      await expectFitsNarrow(screen, name);
    }
    expect(screen.complaints).toEqual([]);
    await screen.close();
  });

  it('every link of the header, its menus and the footer leads to a page of its own', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await visitPage(screen, '/');
    const paths = new Set(await listHrefs(screen, 'header a[href^="/"], footer a[href^="/"]'));
    if (look.width <= 1180) {
      await page.getByRole('button', { name: screen.say('nav.menu'), exact: true }).click();
      await findDialog(screen)
        .getByRole('link', { name: screen.say('nav.guide') })
        .waitFor();
      await screen.examine('public-menu');
      for (const path of await listHrefs(screen, '[role=dialog] a')) paths.add(path);
    } else {
      await page.getByRole('button', { name: screen.say('nav.help'), exact: true }).click();
      await page
        .locator('header')
        .getByRole('link', { name: screen.say('nav.guide') })
        .waitFor();
      await screen.examine('public-help-menu');
      await page.keyboard.press('Escape');
      await page
        .locator('header')
        .getByRole('link', { name: screen.say('nav.guide') })
        .waitFor({ state: 'hidden' });
    }
    for (const path of [
      '/wages',
      '/faq',
      '/guide',
      '/terms',
      '/about-us',
      '/contact-us',
      '/blog',
      '/announcements',
    ])
      expect(paths, path).toContain(path);
    const titleByPath = new Map<string, string>();
    for (const path of paths) {
      await page.goto(path);
      const title = await page.getByRole('heading', { level: 1 }).first().textContent();
      // The trade page opens at a market.
      const place = new URL(page.url()).pathname;
      expect(place === path || (path === '/profile/trade' && place.startsWith(`${path}/`)), place).toBe(true);
      if (path !== '/login' && path !== '/sign-up') titleByPath.set(path, title ?? '');
    }
    expect(new Set(titleByPath.values()).size, 'pages with a title of their own').toBe(titleByPath.size);
    await screen.close();
  });

  it('developers read examples in their language, and find a code', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await visitPage(screen, '/developers');
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText('hmac.new(').waitFor();
    await visitPage(screen, '/developers/keys');
    await expectSoon(() => page.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await page.getByText('def signature_of').waitFor();
    // Webhooks are verified by a server: there is no such example for curl.
    await page.getByRole('tab', { name: 'curl' }).click();
    await visitPage(screen, '/developers/webhooks');
    await page.getByText('timingSafeEqual(').waitFor();
    await visitPage(screen, '/developers/errors');
    await page.getByRole('searchbox').fill('signature_used');
    await expectSoon(() => page.locator('#codes tbody tr').count()).toBe(1);
    await page.locator('#codes tbody').getByText('SIGNATURE_USED').waitFor();
    await visitPage(screen, '/developers/streams');
    await page.locator('summary', { hasText: 'book:{marketType}' }).click();
    await page.getByText('BookMessage: update').waitFor();
    await screen.examine('developers-channel');
    await page.goto('/developers/nonsense');
    await expectSoon(() => new URL(page.url()).pathname).toBe('/developers');
    await screen.close();
  });

  it('the current page is marked in the menus', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await visitPage(screen, '/blog/bitcoin');
    if (look.width <= 1180)
      await page.getByRole('button', { name: screen.say('nav.menu'), exact: true }).click();
    const marked = page.locator(
      look.width <= 1180 ? '[role=dialog] nav [aria-current]' : 'header nav [aria-current]',
    );
    await marked.first().waitFor();
    expect(await marked.allInnerTexts()).toEqual([screen.say('nav.blog')]);
    await screen.close();
  });

  it('a question is found by its words, and one answer is open at a time', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await visitPage(screen, '/faq#lost-authenticator');
    const open = page.locator('details[open]');
    expect(await open.getAttribute('id')).toBe('lost-authenticator');
    await expectSoon(() => isInView(open)).toBe(true);
    const all = await page.locator('main details').count();
    expect(all).toBeGreaterThanOrEqual(20);
    await page.locator('#how-to-start > summary').click();
    await expectSoon(() => open.evaluateAll((elements) => elements.map(({ id }) => id))).toEqual([
      'how-to-start',
    ]);
    await expectSoon(() => page.url()).toMatch(/#how-to-start$/);
    await page.locator('#how-to-start > summary').press('Enter');
    await expectSoon(() => open.count()).toBe(0);

    const box = page.getByRole('searchbox');
    // Typed on an Arabic keyboard: ي and ك.
    await box.fill(look.language === 'fa' ? 'كارت' : 'NETWORK');
    await expectSoon(() => page.locator('main details').count()).toBeLessThan(all);
    expect(await page.locator('main details').count()).toBeGreaterThan(0);
    const [first = ''] = await page.locator('main summary').allInnerTexts();
    expect(first.toLowerCase()).toContain(look.language === 'fa' ? 'کارت' : 'network');
    // A word that only an answer contains, as users say it.
    await box.fill('2FA');
    await expectSoon(() => page.locator('#which-two-step').count()).toBe(1);
    expect(await page.locator('main details').count()).toBeLessThan(all);
    await box.fill('zzzz');
    await page.getByText(screen.say('help.faq.none')).waitFor();
    await screen.examine('public-faq-none');
    await screen.button('help.faq.clear').click();
    await expectSoon(() => page.locator('main details').count()).toBe(all);
    await screen.close();
  });

  it('fees: the public levels, and the fee of each network', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithoutForm(screen, stage.url, DEMO);
    await visitPage(screen, '/wages');
    const [levels, networks] = [page.getByRole('table').nth(0), page.getByRole('table').nth(1)];
    for (const level of ['BRONZE', 'SILVER', 'GOLD', 'PLATINUM'])
      expect(await levels.textContent()).toContain(screen.say(`profile.level.${level}`));
    expect(await levels.textContent()).not.toContain(screen.say('profile.level.SUPERVISOR'));
    await levels
      .locator('tr', { hasText: screen.say('help.wages.levels.own') })
      .getByText(screen.say('profile.level.BRONZE'))
      .waitFor();

    await networks.locator('tr', { hasText: 'USDT' }).nth(1).waitFor();
    expect(await networks.locator('tr', { hasText: 'TRC20' }).count()).toBe(1);
    // The server-rendered page is cached for up to a minute, and may be older.
    await expect
      .poll(
        async () => {
          await page.reload();
          await networks.locator('tr', { hasText: 'DASH' }).waitFor();
          return networks.locator('tr', { hasText: 'DASH' }).textContent();
        },
        { timeout: 100_000, interval: 3_000 },
      )
      .toContain(screen.say('help.wages.networks.withdrawalClosed'));
    await screen.examine('public-wages-own');
    await page.getByRole('searchbox').fill('trx');
    await expectSoon(() => networks.locator('tbody tr').count()).toBe(1);
    await page.getByRole('searchbox').fill('zzzz');
    await page.getByText(screen.say('help.wages.networks.none')).waitFor();
    await screen.close();
  });

  it('about: coins and networks on offer, and when the ledger was last checked', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await visitPage(screen, '/about-us');
    const figures = page.getByRole('region', { name: screen.say('help.about.stats') }).locator('dl > div');
    const statValue = (key: string) =>
      figures.filter({ hasText: screen.say(`home.stats.${key}`) }).locator('dd');
    // A coin that was switched off isn't one of them, and a chain counts once, with its tokens.
    await expectSoon(() => statValue('coins').innerText()).toBe(formatGroupedAmount(screen, 16));
    await expectSoon(() => statValue('networks').innerText()).toBe(formatGroupedAmount(screen, 15));
    await expectSoon(() => statValue('books').innerText()).toMatch(/^[\d۰-۹]{2}:[\d۰-۹]{2}$/);
    await screen.close();
  });

  it('a long text has a table of contents, and each section a link', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await visitPage(screen, '/guide');
    if (look.width < 900) await page.locator('main details > summary').click();
    const contents = page.getByRole('navigation', { name: screen.say('reading.contents') });
    const links = contents.getByRole('link');
    expect(await links.count()).toBe(await page.locator('main section[id]').count());
    const address = await links.nth(4).getAttribute('href');
    await links.nth(4).click();
    await expectSoon(() => page.url()).toContain(address ?? 'no address');
    const chapter = page.locator(`main ${address?.slice(address.indexOf('#'))}`);
    await expectSoon(() => isInView(chapter)).toBe(true);
    await screen.close();
  });

  it('"start" leads new users to the form and others to their dashboard', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    const start = page.getByRole('link', { name: screen.say('home.hero.start') });
    await visitPage(screen, '/');
    await expectSoon(() => start.getAttribute('href')).toBe('/sign-up');
    await signInWithoutForm(screen, stage.url, DEMO);
    await visitPage(screen, '/');
    await expectSoon(() => start.getAttribute('href')).toBe('/profile');
    await screen.close();
  });

  it('the news carousel moves by keys, by buttons and, until the user takes over, automatically', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await visitPage(screen, '/');
    const carousel = page.getByRole('region', { name: screen.say('home.news.title') });
    await carousel.scrollIntoViewIfNeeded();
    const list = carousel.getByRole('list');
    const firstVisibleSlide = () => firstVisible(list);
    await expectSoon(firstVisibleSlide).toBe(0);
    await list.getByRole('link').first().focus();
    const [forward, backward] =
      look.language === 'fa' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    await page.keyboard.press(forward ?? '');
    await expectSoon(firstVisibleSlide).toBe(1);
    const second = list.getByRole('link').nth(1);
    await expectSoon(() => second.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press(backward ?? '');
    await expectSoon(firstVisibleSlide).toBe(0);
    await carousel.getByRole('button', { name: screen.say('carousel.next') }).click();
    await expectSoon(firstVisibleSlide).toBe(1);
    await carousel.getByRole('button', { name: screen.say('carousel.previous') }).click();
    await expectSoon(firstVisibleSlide).toBe(0);
    // These screens prefer reduced motion: there is nothing to pause.
    expect(await carousel.getByRole('button', { name: screen.say('carousel.pause') }).count()).toBe(0);

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.reload();
    await waitUntilHydrated(page);
    await carousel.getByRole('link').first().waitFor();
    await carousel.scrollIntoViewIfNeeded();
    await page.mouse.move(1, 1);
    await expect.poll(firstVisibleSlide).toBe(1);
    await carousel.getByRole('button', { name: screen.say('carousel.pause') }).click();
    await carousel.getByRole('button', { name: screen.say('carousel.play') }).waitFor();
    await screen.close();
  });
});

describe('at other widths', () => {
  it('the news carousel shows three slides, two below 1042 px, one below 722', async () => {
    const screen = await stage.open(PHONE_LOOK);
    const { page } = screen;
    await visitPage(screen, '/');
    const list = page.getByRole('region', { name: screen.say('home.news.title') }).getByRole('list');
    for (const [width, count] of [
      [1440, 3],
      [1042, 3],
      [1041, 2],
      [722, 2],
      [721, 1],
      [360, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expectSoon(() => countVisible(list)).toBe(count);
    }
    await screen.close();
  });

  // It shows every component in both themes together.
  it.each([
    { language: 'fa', theme: 'dark', width: 360, height: 800 },
    { language: 'fa', theme: 'light', width: 1440, height: 900 },
    { language: 'en', theme: 'dark', width: 1440, height: 900 },
    { language: 'en', theme: 'light', width: 360, height: 800 },
  ] satisfies Appearance[])(
    'every component of the gallery is accessible ($language, $theme, $width px)',
    async (look) => {
      const screen = await stage.open(look);
      await visitPage(screen, GALLERY);
      // Each component has a duplicate of the same name in the other theme.
      await screen.examine('gallery', { apart: ['landmark-unique'] });
      await expectFitsNarrow(screen, 'gallery');
      expect(screen.complaints).toEqual([]);
      await screen.close();
    },
  );

  // By day each page is narrowed during its check (`expectFitsNarrow`); by night it is loaded at that width.
  it.runIf(process.env.SARRAF_NIGHTLY)('nothing scrolls sideways at 320 px', async () => {
    const pages = [...(await listAllPages()), ['gallery', GALLERY] as const];
    for (const look of LOOKS) {
      const screen = await stage.open({ ...look, ...NARROW_VIEWPORT });
      for (const [name, path] of pages) {
        await visitPage(screen, path);
        expect(await measureOverflow(screen), `${name}, ${lookName(look)}`).toBe(0);
      }
      expect(screen.complaints).toEqual([]);
      await screen.close();
    }
  });
});

describe('a server-rendered page', () => {
  /** Head elements of the server-rendered page. */
  const readHead = ({ page }: Screen) =>
    page.evaluate(() => ({
      address: document.querySelector('[rel=canonical]')?.getAttribute('href') ?? null,
      others: document.querySelectorAll('[hreflang], [property="og:url"]').length,
      title: document.title,
    }));

  it('accepts no plain text as markup, nor as the URL of a script', async () => {
    const screen = await stage.open(PHONE_LOOK);
    await screen.page.goto('/');
    const errorNames = await screen.page.evaluate(() => {
      const script = document.createElement('script');
      return [
        () => {
          document.body.innerHTML = '<b>x</b>';
        },
        () => {
          script.src = '/assets/x.js';
        },
      ].map((write) => {
        try {
          write();
          return 'taken';
        } catch (error) {
          return (error as Error).name;
        }
      });
    });
    expect(errorNames).toEqual(['TypeError', 'TypeError']);
    await screen.close();
  });

  it('hydrates without changes, whatever the browser has stored, and with or without a signed-in user', async () => {
    const screen = await stage.open(PHONE_LOOK);
    const { page } = screen;
    const token = await signIn(stage.url, 'staff@sarraf.test');
    await page
      .context()
      .addCookies([{ name: 'sarraf_token', value: encodeURIComponent(`Bearer ${token}`), url: stage.url }]);
    await page.addInitScript(() => {
      const trade = { side: 'sell', market: { coin: 'TRON', quote: 'TOMAN' } };
      const entry = { line: 'amount', text: '5' };
      localStorage.setItem('sarraf.trade', JSON.stringify({ ...trade, entry, at: Date.now() - 1_000 }));
      localStorage.setItem('sarraf.favourites', '["BITCOIN_TOMAN"]');
    });
    // A clock that is wrong by more than a year, in a time zone on the other side of the earth.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Los_Angeles' });
    await page.clock.setFixedTime(Date.now() + 400 * 86_400_000);
    const { 'blog-missing': _, ...drawn } = PAGES;
    for (const path of [
      ...Object.values(drawn).slice(0, Object.keys(drawn).indexOf('dummy')),
      // The same pages with other spellings of their URLs, and an unknown one.
      ...['/faq//', '/markets?unit=%54ETHER', NOWHERE, '/backoffice/now', '/profile/support/a/b'],
    ]) {
      const own = /^\/(backoffice|profile)/.test(path);
      await expectSoon(async () => {
        const reply = await page.request.get(path, { headers: { accept: 'text/html' } });
        return [path, (await reply.text()).includes(' id="given"')];
      }).toEqual([path, !own]);
      await page.goto(path);
      await waitUntilHydrated(page);
      // Waits until the page's requests have ended.
      await expectSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);
      expect([path, screen.complaints]).toEqual([path, []]);
    }
    await screen.close();
  });

  it('whose second half is delayed hydrates with the data it was rendered with', async () => {
    const screen = await stage.open(PHONE_LOOK);
    const { page } = screen;
    await waitUntilRendered(page, '/faq');
    const drawn = await fetch(`${stage.url}/faq`);
    const html = await drawn.text();
    const policy = drawn.headers.get('content-security-policy') ?? '';
    const rest = Promise.withResolvers<void>();
    const late = createServer(async (_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
      const half = html.lastIndexOf('<details');
      reply.write(html.slice(0, half));
      await rest.promise;
      reply.end(html.slice(half));
    });
    await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
    const { port } = late.address() as { port: number };
    const own = `http://127.0.0.1:${port}`;
    const requests: string[] = [];
    // Everything except the page itself comes from the server.
    await page.route(
      (url) => url.origin === own && url.pathname !== '/faq',
      (route) => {
        const { pathname, search } = new URL(route.request().url());
        requests.push(pathname);
        return route
          .fetch({ url: stage.url + pathname + search })
          .then((response) => route.fulfill({ response }));
      },
    );
    await page.goto(`${own}/faq`, { waitUntil: 'commit' });
    await page.locator('main summary').first().waitFor();
    // All scripts have loaded before the rest of the page.
    await page.waitForFunction(() => {
      const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
      const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
      return scripts.length > 0 && scripts.every(({ href }) => loaded.has(href));
    });
    rest.resolve();
    await page.locator('main summary').first().click();
    await screen.button('nav.menu').click();
    await findDialog(screen).waitFor();
    expect(requests).not.toContain('/api/faq');
    await screen.close();
    late.closeAllConnections();
    late.close();
  });

  it('keeps an answer open that was opened before the scripts loaded, and closed if it was closed again', async () => {
    const screen = await stage.open(PHONE_LOOK);
    const { page } = screen;
    const listOpenAnswers = () =>
      page.locator('main details[open]').evaluateAll((elements) => elements.map(({ id }) => id));
    await waitUntilRendered(page, '/faq');
    for (const [presses, opened] of [
      [1, ['how-to-start']],
      [2, []],
    ] as const) {
      const sendScripts = await holdRequests(page, '**/assets/*.js');
      await page.goto('/faq', { waitUntil: 'commit' });
      const drawn = await page.locator('#how-to-start').elementHandle();
      for (let press = 0; press < presses; press += 1) await page.locator('#how-to-start > summary').click();
      expect(await listOpenAnswers()).toEqual(opened);
      const request = page.waitForRequest('**/api/**');
      await sendScripts();
      // No requests are made before the whole page is hydrated, which is the rendered one.
      await request;
      expect(await drawn?.evaluate((node) => node.isConnected)).toBe(true);
      await screen.button('nav.menu').click();
      await findDialog(screen).waitFor();
      expect(await listOpenAnswers()).toEqual(opened);
      await page.goto('/dummy');
    }
    await screen.close();
  });

  it('that lost a script or the texts says so, and offers a reload', async () => {
    for (const [path, lost] of [
      ['/login', '**/assets/start-*.js'],
      ['/login', '**/assets/index-*.js'],
      ['/faq', '**/assets/index-*.js'],
      ['/faq', '**/assets/start-*.js'],
    ] as const) {
      const screen = await stage.open(PHONE_LOOK);
      const { page } = screen;
      await page.context().route(lost, (route) => route.abort());
      await page.goto(path);
      await page.getByRole('alert').waitFor();
      if (path === '/faq') expect(await page.locator('main summary').first().isVisible()).toBe(true);
      await page.context().unroute(lost);
      await page.getByRole('alert').getByRole('link').click();
      await screen.button('nav.menu').click();
      await findDialog(screen).waitFor();
      expect(await page.locator('#unstarted').count()).toBe(0);
      await screen.close();
    }
  });

  it('keeps the server’s title and canonical URL until the user navigates or changes the language', async () => {
    const screen = await stage.open(PHONE_LOOK);
    const { page } = screen;
    await visitPage(screen, '/market/BITCOIN/TOMAN');
    // Opening the menu comes after everything that the page does when it is hydrated.
    await screen.button('nav.menu').click();
    await findDialog(screen).waitFor();
    const drawn = await readHead(screen);
    await closeDialog(screen);
    expect(drawn.address).toMatch(/\/market\/BITCOIN\/TOMAN$/);
    expect(drawn.title).toContain('BTC');
    await page.locator('footer a[href="/faq"]').click();
    await page.locator('main details').first().waitFor();
    await expectSoon(() => page.title()).toContain(screen.say('help.faq.title'));
    await expectSoon(() => readHead(screen)).toMatchObject({ address: null, others: 0 });

    await visitPage(screen, '/faq');
    expect((await readHead(screen)).address).toMatch(/\/faq$/);
    await screen.button('nav.menu').click();
    await screen.button('nav.otherLanguage').first().click();
    await expectSoon(() => page.title()).toMatch(/[a-z]/);
    await expectSoon(() => readHead(screen)).toMatchObject({ address: null, others: 0 });
    await screen.close();
  });
});
