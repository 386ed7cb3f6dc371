import type { PictureComparison } from './compare.ts';

const PAGE_TEXTS = {
  changed: 'Changed',
  new: 'New',
  missing: 'Not taken this time',
} as const;

/** Returns the page of changes: before, now and difference, side by side; paths are relative to the page's folder. */
export function buildChangesPage(comparisons: readonly PictureComparison[]): string {
  const changes = comparisons.filter(({ verdict }) => verdict !== 'same');
  const rows = changes.map(({ name, verdict, share }) => {
    const pictures = [
      verdict !== 'new' && pictureHtml('Accepted', `accepted/${name}.png`),
      verdict !== 'missing' && pictureHtml('Now', `now/${name}.png`),
      verdict === 'changed' && share < 1 && pictureHtml('Where', `changes/${name}.png`),
    ];
    const hasManyChanges =
      verdict === 'changed' ? `, ${share < 1 ? `${(share * 100).toFixed(2)} %` : 'another size'}` : '';
    return `<section><h2>${name} <small>${PAGE_TEXTS[verdict as keyof typeof PAGE_TEXTS]}${hasManyChanges}</small></h2>
      <div>${pictures.filter(Boolean).join('')}</div></section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Pictures that changed</title>
<style>
body { font: 15px/1.6 system-ui, sans-serif; margin: 24px; }
div { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; }
figure { margin: 0; flex: 1 1 0; min-inline-size: 240px; }
img { inline-size: 100%; border: 1px solid #8884; }
small { color: #777; font-weight: 400; }
</style>
<h1>${changes.length} of ${comparisons.length} pictures changed</h1>
<p>What is as it should be is accepted by <code>npm run pictures accept [name…]</code>.</p>
${rows.join('\n')}
`;
}

const pictureHtml = (title: string, source: string): string =>
  `<figure><figcaption>${title}</figcaption><img loading="lazy" alt="" src="${source}"></figure>`;
