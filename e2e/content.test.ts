/** Staff edits the website's content: with a preview, a concurrent edit, and a return to an earlier version. */
import { expect, it } from 'vitest';
import { callServer, signIn } from '../server/test/running-server.ts';
import { inContexts, XSS_SHAPES } from '../server/test/xss-shapes.ts';
import { type Appearance, LOOKS, PHONE_LOOK, type Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { signInWithoutForm } from './steps.ts';

const stage = useTestServer();
const STAFF = 'staff@sarraf.test';

/** Returns a question of the public endpoint in a language; undefined: none. */
async function readQuestion(slug: string, { language }: Appearance) {
  const response = await fetch(`${stage.url}/api/faq`, { headers: { 'accept-language': language } });
  const { content } = (await response.json()) as {
    content: { slug: string; subject: string | null; answer: string }[];
  };
  return content.find((item) => item.slug === slug);
}
const readAnswer = async (slug: string, look: Appearance) => (await readQuestion(slug, look))?.answer;

const findBody = (screen: Screen) =>
  screen.page.getByLabel(screen.say('staffContent.edit.answer'), { exact: true });
const openTab = (screen: Screen, tab: string) =>
  screen.page.getByRole('tab', { name: screen.say(`staffContent.${tab}`) }).click();
/** On the phone the editor is a tab of its own. */
const openEditorTab = async (screen: Screen) => {
  if (screen.look.width < 720) await openTab(screen, 'edit.write');
};
async function saveArticle(screen: Screen, which = 'save'): Promise<void> {
  await screen.button(`staffContent.edit.${which}`).click();
  await screen.page.getByText(screen.say('staffContent.edit.saved')).first().waitFor();
  await screen.button('staffContent.edit.nothing').waitFor();
}

async function createArticle(screen: Screen, slug: string): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/content');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('table')
    .or(page.getByText(screen.say('staffContent.list.emptyTitle')))
    .first()
    .waitFor();
  await screen.examine('backoffice-texts');
  await screen.button('staffContent.make.action').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(screen.say('staffContent.make.slug')).fill('No Slug');
  await dialog.getByRole('button', { name: screen.say('staffContent.make.wrong') }).waitFor();
  await dialog.getByLabel(screen.say('staffContent.make.slug')).fill(slug);
  await screen.examine('backoffice-text-new');
  await screen.button('staffContent.make.go').click();
  await page.waitForURL(`**/content/FAQ/${slug}**`);
}

async function saveFirstText(screen: Screen, slug: string): Promise<void> {
  const { page, look } = screen;
  await openEditorTab(screen);
  await page.getByLabel(screen.say('staffContent.edit.question')).fill('آیا این پرسش است؟');
  const body = findBody(screen);
  await body.fill('پاسخ نخست');
  await body.selectText();
  await screen.button('staffContent.tools.bold').click();
  await expect.poll(() => body.inputValue()).toBe('<strong>پاسخ نخست</strong>');
  await body.fill('<p onclick="x()">پاسخ نخست</p><script>alert(1)</script>');
  await openTab(screen, 'preview.title');
  await page.getByText('<p onclick>').waitFor();
  await page.getByRole('article').getByText('پاسخ نخست').waitFor();
  await screen.examine('backoffice-text-preview');
  await openEditorTab(screen);
  await saveArticle(screen);
  // A draft is not public.
  expect(await readAnswer(slug, look)).toBeUndefined();
  const subject = page.getByLabel(screen.say('staffContent.edit.subject'), { exact: true });
  await subject.filter({ hasText: screen.say('help.faq.subject.more') }).click();
  await page.getByRole('option', { name: screen.say('help.faq.subject.withdrawal'), exact: true }).click();
  await page.getByLabel(screen.say('staffContent.edit.state')).click();
  await page.getByRole('option', { name: screen.say('staffContent.state.PUBLISHED') }).click();
  await saveArticle(screen, 'publish');
  expect(await readQuestion(slug, look)).toMatchObject({ subject: 'withdrawal', answer: '<p>پاسخ نخست</p>' });
}

/** Another staff member saves during the edit. */
async function saveConflicting(screen: Screen, slug: string, token: string): Promise<void> {
  const { page, look } = screen;
  const path = `/backoffice/articles/FAQ/${slug}/${look.language}`;
  const { row, text } = (await callServer(stage.url, 'GET', path, { token })).body.baseDTO;
  await findBody(screen).fill('<p>پاسخ من</p>');
  const changed = { version: row.version, text: { ...text, body: '<p>پاسخ همکار</p>' } };
  expect((await callServer(stage.url, 'PUT', path, { token, body: changed })).status).toBe(200);
  await screen.button('staffContent.edit.save').click();
  await page.getByText(screen.say('staffContent.conflict.title')).first().waitFor();
  expect(await findBody(screen).inputValue()).toBe('<p>پاسخ من</p>');
  expect(await readAnswer(slug, look)).toBe('<p>پاسخ همکار</p>');
  await screen.examine('backoffice-text-conflict');
  await screen.button('staffContent.conflict.keep').click();
  await saveArticle(screen);
  expect(await readAnswer(slug, look)).toBe('<p>پاسخ من</p>');
}

async function restoreVersion(screen: Screen, slug: string): Promise<void> {
  await openTab(screen, 'versions.title');
  await screen.page.getByText(screen.say('staffContent.versions.show')).first().click();
  await screen.examine('backoffice-text-versions');
  await screen.button('staffContent.versions.bringBack').click();
  await openEditorTab(screen);
  expect(await findBody(screen).inputValue()).toBe('<p>پاسخ همکار</p>');
  await saveArticle(screen);
  expect(await readAnswer(slug, screen.look)).toBe('<p>پاسخ همکار</p>');
}

/** Unsaved text is not lost by navigating away. */
async function leaveUnsaved(screen: Screen): Promise<void> {
  const { page } = screen;
  await findBody(screen).fill('<p>نیمه‌کاره</p>');
  const away = page.getByRole('link', { name: screen.say('staffContent.edit.back') });
  await away.click();
  const question = page.getByRole('alertdialog');
  await question.getByText(screen.say('staffContent.leave.title')).waitFor();
  await screen.examine('backoffice-text-leave');
  await question.getByRole('button', { name: screen.say('staffContent.leave.stay') }).click();
  await question.waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('heading', { name: screen.say('staffContent.title'), exact: true }).waitFor();
  await page.goForward();
  await openEditorTab(screen);
  await page.getByText(screen.say('staffContent.edit.restored')).waitFor();
  expect(await findBody(screen).inputValue()).toBe('<p>نیمه‌کاره</p>');
  await away.click();
  await question.getByRole('button', { name: screen.say('staffContent.leave.go') }).click();
  await page.waitForURL('**/backoffice/content?**');
}

async function changeExchangeInfo(screen: Screen): Promise<void> {
  const { page, look } = screen;
  // A value that another look has saved already is no change.
  const written = `+98 21 1234 567${LOOKS.indexOf(look)}`;
  await page.goto('/backoffice/content/info');
  const number = page.getByLabel(screen.say('staffContent.info.number'), { exact: true });
  await number.fill('phone');
  await page.getByText(screen.say('staffContent.info.error.number')).waitFor();
  await page.getByRole('article').first().waitFor();
  await screen.examine('backoffice-info');
  await number.fill(written);
  const app = `https://apps.example.test/${LOOKS.indexOf(look)}`;
  await page.getByLabel(screen.say('staffContent.info.appAndroid'), { exact: true }).fill(app);
  await saveArticle(screen);
  const { body } = await callServer(stage.url, 'GET', '/exchange-info');
  const row = body.content.find(({ language }: { language: string }) => language === look.language);
  expect(row.number).toBe(written);
  const listLinks = async (name: string) => {
    const links = page.locator('footer').getByRole('link', { name: screen.say(`footer.${name}`) });
    return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  };
  // The previously rendered page is served until it has been rendered again.
  const readOfferedLinks = async () => {
    await page.goto('/faq');
    await page.locator('footer a[href^="mailto:"]').waitFor();
    return { android: await listLinks('appAndroid'), ios: await listLinks('appIOS') };
  };
  await expect
    .poll(readOfferedLinks, { timeout: 100_000, interval: 1_000 })
    .toEqual({ android: [app], ios: [] });
}

it.each(LOOKS)(
  'staff writes an answer that the site then shows ($language, $theme, $width px)',
  async (look) => {
    const screen = await stage.open(look);
    await signInWithoutForm(screen, stage.url, STAFF);
    const colleague = await signIn(stage.url, STAFF);
    const slug = `asked-${look.language}-${look.theme}-${look.width}`;
    await createArticle(screen, slug);
    await saveFirstText(screen, slug);
    await saveConflicting(screen, slug, colleague);
    await restoreVersion(screen, slug);
    await leaveUnsaved(screen);
    await changeExchangeInfo(screen);
    await screen.page.setViewportSize({ width: 320, height: 700 });
    await screen.examine('backoffice-info-narrow');
    await screen.page.goto(`/backoffice/content/FAQ/${slug}`);
    await screen.page.getByRole('tab', { name: screen.say('staffContent.edit.write') }).waitFor();
    await screen.examine('backoffice-text-narrow');
    await screen.close();
  },
);

it('sanitized HTML executes nothing in a browser, which parses it by its own rules', async () => {
  const screen = await stage.open(PHONE_LOOK);
  const token = await signIn(stage.url, STAFF);
  // Our own pages would block any script anyway.
  await screen.page.goto('about:blank');
  const shapes = XSS_SHAPES.flatMap(inContexts);
  const clean: string[] = [];
  for (const body of shapes) {
    const { body: reply } = await callServer(stage.url, 'POST', '/backoffice/articles/preview', {
      token,
      body: { body },
    });
    clean.push(reply.baseDTO.html);
  }
  const errors = await screen.page.evaluate(async (texts) => {
    const alive: string[] = [];
    let text = '';
    window.alert = () => void alive.push(text);
    const allowedTags =
      /^(h[234]|p|ul|ol|li|table|caption|thead|tbody|tfoot|tr|th|td|strong|em|code|pre|blockquote|br|a|img)$/;
    for (text of texts) {
      document.body.innerHTML = text;
      // Parsed again from the browser's serialization: mutation XSS would appear now.
      document.body.innerHTML = String(document.body.innerHTML);
      for (const element of document.body.querySelectorAll('*')) {
        const names = element.getAttributeNames();
        const runs = element instanceof HTMLAnchorElement && element.protocol === 'javascript:';
        if (
          runs ||
          !allowedTags.test(element.localName) ||
          names.some((name) => /^on|style|srcset/.test(name))
        )
          alive.push(text);
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    return alive;
  }, clean);
  expect(clean.length).toBe(shapes.length);
  expect(errors).toEqual([]);
  await screen.close();
});
