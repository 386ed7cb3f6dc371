/** Pictures of pages without what differs from night to night, so that they can be compared (decision 99). */
import type { Page } from 'playwright-core';

/** Lines that depend on prices, changes up or down, and QR codes of random addresses. */
const CHANGING =
  'canvas, svg:has(polyline), [translate=no]:has(> svg), svg[shape-rendering=crispEdges], img[src^="data:image/png"]';

/** Takes a picture of the whole page. */
export async function takeStillPicture(page: Page, path: string): Promise<void> {
  await page.waitForFunction(isHydrated);
  await page.evaluate(zeroFigures);
  await page.screenshot({
    path,
    fullPage: true,
    animations: 'disabled',
    mask: [page.locator(CHANGING)],
    maskColor: '#888',
    // A long page on a busy machine.
    timeout: 60_000,
  });
  await page.evaluate(restoreFigures);
}

/**
 * In the browser: whether React has hydrated every element of a page that the server rendered. If a text changed
 * before, React would render the page again. The keys by which it marks elements are undocumented.
 */
function isHydrated(): boolean {
  if (!document.getElementById('given')) return true;
  const isOwned = (element: Element): boolean => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    if (key === undefined) return false;
    const { children } = (element as unknown as Record<string, { children?: unknown }>)[key] ?? {};
    // Without children of React's own it may have others: an article's HTML, a chart.
    return children == null || [...element.children].every(isOwned);
  };
  // React's server rendering adds links that preload pictures, and doesn't hydrate them.
  return [...document.querySelectorAll('#root > :not(link)')].every(isOwned);
}

interface ZeroedFigures {
  restoreFigures?: () => void;
}

/**
 * In the browser: replaces every digit of texts and fields by a zero of its own script, and in codes and addresses
 * the letters too.
 */
function zeroFigures(): void {
  const zero = (text: string) => text.replace(/[0-9]/g, '0').replace(/[۰-۹]/g, '۰');
  const restores: (() => void)[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    const isCode = node.parentElement?.closest('[translate=no], code, .latin');
    const zeros = isCode ? zero(text).replace(/[a-z]/gi, '0') : zero(text);
    if (zeros === text) continue;
    const changed = node;
    changed.nodeValue = zeros;
    // The page may have changed the text in the meantime.
    restores.push(() => {
      if (changed.nodeValue === zeros) changed.nodeValue = text;
    });
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea')) {
    const { value } = field;
    const zeros = zero(value);
    // A date or a range has a form of its own.
    if (zeros === value || !/^(text|search|email|tel|url|textarea)$/.test(field.type)) continue;
    field.value = zeros;
    restores.push(() => {
      if (field.value === zeros) field.value = value;
    });
  }
  (globalThis as ZeroedFigures).restoreFigures = () => {
    for (const restore of restores) restore();
  };
}

/** In the browser: restores what `zeroFigures` replaced. */
function restoreFigures(): void {
  (globalThis as ZeroedFigures).restoreFigures?.();
}
