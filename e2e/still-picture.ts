/** Pictures of pages without what differs from night to night, so that they can be compared (decision 99). */
import type { Page } from 'playwright-core';

/** States that last, such as a request that a test holds, are taken as they are. */
const SETTLING_LIMIT_MS = 5_000;

/**
 * Hides lines that depend on prices, changes up or down, QR codes of random addresses, the tint of a price that has
 * just changed and toasts, which go by themselves, and shows a dot for each character of a field, some of which
 * follow prices.
 */
const HIDDEN_CONTENT = `
  canvas, svg:has(polyline), [translate=no]:has(> svg), [translate=no]:has(> .hidden),
  svg[shape-rendering=crispEdges], img[src^="data:image/png"], [class*=_toasts_] { visibility: hidden !important; }
  [data-tinted]::after { content: none !important; }
  input, textarea { -webkit-text-security: disc !important; }
`;

/** Takes a picture of the whole page once it has settled. `isIdle`: whether the page waits for no response. */
export async function takeStillPicture(page: Page, path: string, isIdle: () => boolean): Promise<void> {
  await page.waitForFunction(isHydrated);
  await waitUntilSettled(page, isIdle);
  await page.evaluate(freezePage, HIDDEN_CONTENT);
  await page.screenshot({
    path,
    fullPage: true,
    animations: 'disabled',
    // A long page on a busy machine.
    timeout: 60_000,
  });
  await page.evaluate(releasePage);
}

async function waitUntilSettled(page: Page, isIdle: () => boolean): Promise<void> {
  const deadline = performance.now() + SETTLING_LIMIT_MS;
  // Twice, since a response may lead to another request.
  for (let quietFrames = 0; quietFrames < 2 && performance.now() < deadline; ) {
    const isQuiet = (await page.evaluate(showsNothingLoading)) && isIdle();
    quietFrames = isQuiet ? quietFrames + 1 : 0;
  }
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

/** In the browser: whether fonts are loaded and no skeleton or spinner is shown, after the next frame. */
async function showsNothingLoading(): Promise<boolean> {
  await new Promise(requestAnimationFrame);
  return (
    document.fonts.status === 'loaded' &&
    !document.querySelector('[aria-busy=true], [class*=_skeleton_], [class*=_spinner_]')
  );
}

interface FrozenPage {
  releasePage?: () => void;
}

/**
 * In the browser: scrolls everything to its beginning, since a fixed bar is drawn where the window is, and replaces
 * every digit by a zero of its own script, and in codes and addresses the letters too; also in texts that change
 * until the page is released.
 */
function freezePage(hiddenContent: string): void {
  // The pages' security policy refuses a style element.
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(hiddenContent);
  document.adoptedStyleSheets.push(styleSheet);

  const RECEIPT_NUMBER = /\b[0-9A-Z]{4}(-[0-9A-Z]{4})+\b/g;
  const zeroLetters = (text: string) => text.replace(/[a-z]/gi, '0');
  const zero = (text: string) =>
    text
      .replace(RECEIPT_NUMBER, zeroLetters)
      // A process's number has four digits or five.
      .replace(/\b[0-9]{5}\b/g, '0000')
      .replace(/[0-9]/g, '0')
      .replace(/[۰-۹]/g, '۰');
  const zeroText = (node: Node): string => {
    // After an ellipsis: the last letters of a key.
    const isCode =
      node.previousSibling?.nodeValue === '…' || node.parentElement?.closest('[translate=no], code, .latin');
    const zeros = zero(node.nodeValue ?? '');
    return isCode ? zeroLetters(zeros) : zeros;
  };

  const frozenTexts = new Map<Node, { text: string | null; zeros: string }>();
  const freezeTexts = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const zeros = zeroText(node);
      if (zeros === node.nodeValue) continue;
      frozenTexts.set(node, { text: node.nodeValue, zeros });
      node.nodeValue = zeros;
    }
  };
  freezeTexts(document.body);
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes]) freezeTexts(node);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });

  const positions = [...document.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
  for (const { element } of positions) element.scrollTo({ top: 0, left: 0, behavior: 'instant' });

  (globalThis as FrozenPage).releasePage = () => {
    observer.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== styleSheet);
    for (const [node, { text, zeros }] of frozenTexts) if (node.nodeValue === zeros) node.nodeValue = text;
    for (const { element, top, left } of positions) element.scrollTo({ top, left, behavior: 'instant' });
  };
}

/** In the browser: restores what `freezePage` changed. */
function releasePage(): void {
  (globalThis as FrozenPage).releasePage?.();
}
