import { describe, expect, it } from 'vitest';
import { inContexts, XSS_SHAPES } from '../../test/xss-shapes.ts';
import { inspectHtml, sanitise } from './sanitise.ts';

describe('sanitise', () => {
  it.each([
    '<h2>One</h2><h3>Two</h3><h4>Three</h4>',
    '<p>A <strong>b</strong> <em>c</em> <code>d</code><br />e</p>',
    '<ul><li>one</li><li>two<ol><li>three</li></ol></li></ul>',
    '<blockquote><p>said</p></blockquote><pre>as is</pre>',
    '<table><caption>c</caption><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2" rowspan="3">b</td></tr></tbody></table>',
    '<p><a href="/guide/#start">own</a> <a href="mailto:support@sarraf.example">mail</a> <a href="tel:+982100000000">phone</a></p>',
    '<img src="/guide/fa/sign-up.webp" alt="فرم ثبت‌نام" width="390" height="844" />',
    '<p>۱٬۲۰۰ تومان &lt; ۲ &amp; «نیم‌فاصله»</p>',
  ])('leaves allowed markup unchanged: %s', (html) => {
    expect(inspectHtml(html)).toEqual({ html, leftOut: [] });
  });

  it('gives external links rel and target, and normalises bold and italic', () => {
    expect(inspectHtml('<b>a</b> <i>b</i> <a href="https://example.org/x?y=1">c</a>')).toEqual({
      html: '<strong>a</strong> <em>b</em> <a href="https://example.org/x?y=1" rel="noopener noreferrer">c</a>',
      leftOut: [],
    });
  });

  it('closes open tags and keeps the text of unknown ones', () => {
    expect(inspectHtml('<h1>Title</h1><p>one<p>two <strong>three')).toEqual({
      html: 'Title<p>one</p><p>two <strong>three</strong></p>',
      leftOut: ['<h1>'],
    });
    expect(inspectHtml('<div class="x" id="y"><p style="color:red" dir="ltr">words</p></div>')).toEqual({
      html: '<p>words</p>',
      leftOut: ['<div>', '<p style>', '<p dir>'],
    });
  });
});

const TAG = /<(\/?)([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)( \/)?>/g;
const KNOWN =
  /^(h[234]|p|ul|ol|li|table|caption|thead|tbody|tfoot|tr|th|td|strong|em|code|pre|blockquote|br|a|img)$/;
const SAFE = [
  /^ href="(\/(?!\/)[^\\]*|https:\/\/[^@]+|mailto:[^?]+|tel:[+\d-]+)"$/,
  /^ rel="noopener noreferrer"$/,
  /^ src="\/(guide|content)\/[\w/-]+\.(webp|avif|png|jpe?g|svg)"$/,
  /^ alt="[^"]*"$/,
  /^ (width|height|colspan|rowspan)="\d+"$/,
  /^ scope="(col|row)"$/,
];

/**
 * Checks with a parser of its own: whatever is not a known tag with known attributes is text without a single
 * bracket.
 */
function judge(html: string): void {
  for (const [, , name = '', attributes = ''] of html.matchAll(TAG)) {
    expect(name).toMatch(KNOWN);
    for (const [attribute] of attributes.matchAll(/ [a-z]+="[^"]*"/g))
      expect(SAFE.some((safe) => safe.test(attribute), attribute)).toBe(true);
  }
  expect(html.replace(TAG, '')).not.toMatch(/[<>]/);
  // Well nested: every open tag is closed, by its own name.
  const open: string[] = [];
  for (const [, end, name = ''] of html.matchAll(TAG)) {
    if (end) expect(open.pop()).toBe(name);
    else if (name !== 'br' && name !== 'img') open.push(name);
  }
  expect(open).toEqual([]);
}

describe('sanitise with forbidden markup', () => {
  it.each(XSS_SHAPES)('removes %j', (html) => {
    for (const text of inContexts(html)) {
      const clean = sanitise(text);
      judge(clean);
      expect(clean).not.toMatch(/<[^>]*(alert|evil)/);
      // Repeating it changes nothing: nothing becomes active on the way out.
      expect(sanitise(clean)).toBe(clean);
    }
  });

  it('reports each removed thing once, up to a readable maximum', () => {
    const html =
      '<p onclick="x">a</p><p onclick="y">b</p><iframe></iframe><a href="javascript:alert(1)">c</a><img alt="d">';
    expect(inspectHtml(html).leftOut).toEqual([
      '<p onclick>',
      '<iframe>',
      '<a href="javascript:alert(1)">',
      '<img>',
    ]);
    const many = Array.from({ length: 500 }, (_, n) => `<x${n}>`).join('');
    expect(inspectHtml(many).leftOut).toHaveLength(30);
    expect(inspectHtml(`<p ${'a'.repeat(5_000)}>`).leftOut).toEqual([`<p ${'a'.repeat(60)}>`]);
  });

  it('takes time linear in the length', () => {
    for (const html of [
      '<p>'.repeat(33_000),
      '<blockquote>'.repeat(8_000),
      '<a href="'.repeat(11_000),
      '<'.repeat(100_000),
      '<iframe>'.repeat(12_000),
      '<svg>'.repeat(20_000),
      '&#x41'.repeat(20_000),
      `<p ${'a=b '.repeat(25_000)}>`,
    ]) {
      // CPU time of this process, since the machine is shared.
      const from = process.cpuUsage();
      judge(sanitise(html));
      expect(process.cpuUsage(from).user / 1000).toBeLessThan(2_000);
    }
  });

  it('limits the nesting depth', () => {
    const clean = sanitise(`${'<blockquote>'.repeat(1_000)}x`);
    expect(clean.match(/<blockquote>/g)?.length).toBe(20);
    expect(clean).toContain('x');
  });
});
