/** The look of Persian digits: proportional in running text, and of one width in columns. */
import { expect, it } from 'vitest';
import { useTestServer } from './stage.ts';

/** In em; in Vazirmatn itself it is 0.66 and more. */
const MAX_WIDTH = 0.55;
const DIGITS = [...'۰۱۲۳۴۵۶۷۸۹'];
const SIZE = 200;

const stage = useTestServer({ shared: true });

it.each([400, 600, 700, 800])(
  'tabular Persian digits have one width within the limit (weight %i)',
  async (weight) => {
    const { page, close } = await openHome();
    const measureWidths = (texts: string[], variant: string) =>
      page.evaluate(
        async ({ texts, variant, weight, size }) => {
          const family = getComputedStyle(document.body).fontFamily;
          await document.fonts.load(`${weight} ${size}px ${family}`, texts.join(''));
          const line = document.createElement('span');
          line.style.cssText = `position:absolute;white-space:nowrap;font:${weight} ${size}px ${family};font-variant-numeric:${variant}`;
          document.body.append(line);
          const pageFigures = texts.map((text) => {
            line.textContent = text;
            return line.getBoundingClientRect().width;
          });
          line.remove();
          return {
            found: pageFigures,
            family,
            loaded: document.fonts.check(`${weight} ${size}px ${family}`, texts.join('')),
          };
        },
        { texts, variant, weight, size: SIZE },
      );
    const tabular = await measureWidths(DIGITS, 'tabular-nums');
    const proportional = await measureWidths(DIGITS, 'normal');

    expect(tabular.family).toMatch(/^"Sarraf Vazirmatn"/);
    expect(tabular.loaded).toBe(true);
    expect(Math.max(...tabular.found) - Math.min(...tabular.found)).toBeLessThanOrEqual(1);
    expect(Math.max(...tabular.found) / SIZE).toBeLessThanOrEqual(MAX_WIDTH);
    expect(Math.min(...tabular.found) / SIZE).toBeGreaterThan(0.45);
    // Elsewhere they are proportional, as the typeface draws them: a one is half as wide as a three.
    expect((proportional.found[1] ?? 0) / (proportional.found[3] ?? 1)).toBeLessThan(0.6);

    const [price = 0] = (await measureWidths(['۱۱۸٬۶۰۱'], 'tabular-nums')).found;
    const [loose = 0] = (await measureWidths(['۱۱۸٬۶۰۱'], 'normal')).found;
    expect(price / loose).toBeLessThan(1.3);
    await close();
  },
);

it('a number that was interpreted differently than typed shows its interpretation', async () => {
  const { screen, page, close } = await openHome('en');
  const amount = page.getByRole('textbox', { name: screen.say('trade.box.pay') });
  await amount.fill('');
  await amount.pressSequentially('0,5');
  await page.getByText(screen.say('field.reading.different', { number: '0.5' })).waitFor();
  expect(await amount.inputValue()).toBe('0,5');
  await amount.fill('-0.1');
  await page.getByText(screen.say('field.reading.minus')).waitFor();
  expect(await amount.getAttribute('aria-invalid')).toBe('true');
  await amount.fill('25');
  await page.getByText(screen.say('field.reading.minus')).waitFor({ state: 'detached' });
  await close();
});

async function openHome(language: 'fa' | 'en' = 'fa') {
  const screen = await stage.open({ language, theme: 'dark', width: 1440, height: 900 });
  await screen.page.goto('/');
  return { screen, page: screen.page, close: () => screen.close() };
}
