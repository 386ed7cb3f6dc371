import { expect, it } from 'vitest';
import { frameTables } from './framed-text.ts';

it('frameTables wraps each table in a frame without blanks, makes pictures lazy, and changes nothing else', () => {
  const html =
    '<p>a &lt;table&gt; b</p><table>\n<tbody> <tr><td>1</td> <td> </td>\n</tr></tbody></table> <img src="/guide/a.webp" alt="x &lt;img y" />';
  expect(frameTables(html, { className: 'frame', label: 'جدول' })).toBe(
    '<p>a &lt;table&gt; b</p><section class="frame" aria-label="جدول" tabindex="0"><table><tbody><tr><td>1</td><td> </td></tr></tbody></table></section> <img loading="lazy" decoding="async" src="/guide/a.webp" alt="x &lt;img y" />',
  );
});

it('frameTables names a table by its columns', () => {
  const html =
    '<table><thead><tr><th scope="col">Level</th><th scope="col"><strong>The "fee"</strong></th></tr></thead></table>';
  const framed = frameTables(html + html.replace('Level', 'Coin'), { className: 'frame', label: 'Table' });
  expect([...framed.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Table: Level · The &quot;fee&quot;',
    'Table: Coin · The &quot;fee&quot;',
  ]);
});
