import type { Page } from 'playwright-core';

/** A browser's printout of a page. */
interface PrintedPages {
  count: number;
  /** Width and height of the first sheet in millimetres. */
  size: readonly [width: number, height: number];
}

export const A5 = [148, 210] as const;
export const A4_ACROSS = [297, 210] as const;

const MM_PER_POINT = 25.4 / 72;

/** Prints the page to PDF, with the paper size of its style sheet. */
export async function printToPdf(page: Page): Promise<PrintedPages> {
  // Its structure is plain text, between binary streams.
  const text = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  return {
    count: [...text.matchAll(/\/Type \/Page\b(?!s)/g)].length,
    size: [Math.round(Number(width) * MM_PER_POINT), Math.round(Number(height) * MM_PER_POINT)],
  };
}
