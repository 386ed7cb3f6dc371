import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = `${import.meta.dirname}/`;
const files = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));
const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '');
const sheets = files('**/*.css').map(({ path, text }) => ({ path, css: withoutComments(text) }));
const others = sheets.filter(({ path }) => path !== 'ui/tokens.css');

const PHYSICAL =
  /(?:^|[\s;{])((?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right|top|bottom)[\w-]*|left|right|top|bottom|(?:min-|max-)?(?:width|height)|border-(?:top|bottom)-(?:left|right)-radius)\s*:/g;
const PHYSICAL_VALUE = /(?:text-align|float|clear|justify-[\w-]+)\s*:\s*(?:left|right)\b/g;

/** In four values the second is the right side, the fourth the left one; a radius lists corners clockwise. */
const SHORTHAND =
  /(?:^|[\s;{])(margin|padding|inset|border-(?:width|color|style|radius)|scroll-(?:margin|padding))\s*:([^;}]+)/g;
function isPhysical([, property, valueText = '']: RegExpExecArray): boolean {
  const values = valueText.trim().match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  const [first, second = first, third = first, fourth = second] = values;
  return property === 'border-radius' ? first !== second || third !== fourth : second !== fourth;
}

test('styles use logical properties: no left, right, top, bottom, width or height', () => {
  expect(sheets.length).toBeGreaterThan(100);
  for (const { path, css } of sheets) {
    const text = css.replace(/\((?:min|max)-(?:width|height)[^)]*\)/g, '');
    expect(
      [
        ...text.matchAll(PHYSICAL),
        ...text.matchAll(PHYSICAL_VALUE),
        ...[...text.matchAll(SHORTHAND)].filter(isPhysical),
      ].map((m) => m[0].trim()),
      path,
    ).toEqual([]);
  }
});

/** Returns all font sizes in a style sheet that are not tokens. */
const rawSizes = (css: string): string[] =>
  [...css.matchAll(/(?:^|[\s;{])(font|font-size)\s*:\s*([^;}]+)/g)].flatMap(([, property, value = '']) =>
    value.trim() === 'inherit' || /^(?:\d+ )?var\(--t-[a-z0-9]+\)/.test(value.trim())
      ? []
      : [`${property}: ${value.trim()}`],
  );

test('rawSizes finds a literal font size in every notation', () => {
  for (const css of [
    'p { font-size: 14px; }',
    'p{font-size:1.2em}',
    'p { font-size: clamp(20px, 3vw, 28px); }',
    'p { font: 400 13px / 1.7 var(--mono); }',
    'p { color: red; font-size: 0 }',
  ])
    expect(rawSizes(css), css).toHaveLength(1);
  expect(
    rawSizes('p { font-size: var(--t-s); font: 400 var(--t-m) / 1.7 var(--font); } a { font: inherit; }'),
  ).toEqual([]);
});

const BREAKPOINTS = [480, 720, 900, 1180];
/** In a window this wide, the trades have a column of their own: trade-screen.tsx alone decides. */
const BROAD_QUERY = '(min-width: 1720px)';
/** The widths of requirements §2 for the news. */
const CAROUSEL_QUERIES = ['@media (max-width: 1041px) ', '@media (max-width: 721px) '];
const WIDTH_QUERY = new RegExp(
  `\\((?:max-width: (?:${BREAKPOINTS.join('|')})|min-width: (?:${BREAKPOINTS.map((width) => width + 1).join('|')}))px\\)`,
  'g',
);
/** Returns media queries in a style sheet or script that ask for another width, or in another notation. */
const otherBreakpoints = (text: string): string[] =>
  (text.match(/@media[^{]*|['"`]\((?:min|max)-width\s*:[^)]*\)/g) ?? []).filter((query) =>
    /width/.test(query.replace(WIDTH_QUERY, '')),
  );

const RAW_COLOUR =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|(?:ok)?la[bc]h?|(?:ok)?lch|color)\(|(?<![\w-])(?:white|black|gr[ae]y|silver|red|green|blue|yellow|orange|purple|pink|brown|gold|navy|teal)(?![\w-])/i;
/** Sizes of drawings, columns and places may be written out; every other length is a token. */
const SIZE =
  /^(?:(?:min-|max-)?(?:inline|block)-size|grid-template(?:-\w+)?|flex(?:-basis)?|inset(?:-[\w-]+)?|border(?:-(?:block|inline)(?:-\w+)?)?|box-shadow|background|line-height|--[\w-]+)$/;
/** Returns declarations with a colour, or a length in pixels other than a size, that is not a token. */
const rawValues = (css: string): string[] =>
  [...css.matchAll(/(?<=^|[\s;{])([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].flatMap(
    ([declaration, property = '', value = '']) => {
      const lengths = value.match(/(?<![\w.])[\d.]+px\b/g)?.filter((length) => length !== '0px') ?? [];
      const isBorder = property.startsWith('border');
      return RAW_COLOUR.test(value.replace(/url\([^)]*\)/g, '')) ||
        (SIZE.test(property) ? isBorder && lengths.includes('1px') : lengths.length > 0)
        ? [declaration]
        : [];
    },
  );

test('a breakpoint, a colour and a length that are not shared ones are found', () => {
  for (const text of [
    '@media (max-width: 1100px) { p { gap: 0; } }',
    '@media print, (min-width: 720px) { p { gap: 0; } }',
    '@media (width <= 720px) { p { gap: 0; } }',
    '@media (max-width: 45em) { p { gap: 0; } }',
    "const isPhone = useMediaQuery('(max-width: 600px)');",
  ])
    expect(otherBreakpoints(text), text).toHaveLength(1);
  expect(
    otherBreakpoints(
      "@media screen and (max-width: 720px) {} @media (min-width: 1181px) and (max-height: 800px) {} useMediaQuery('(min-width: 721px)')",
    ),
  ).toEqual([]);
  for (const css of [
    'p { color: #fff }',
    'p { --surface: #101828; }',
    'p{background:rgb(0 0 0 / 50%)}',
    'p { border: var(--hairline) solid red; }',
    'p { background: color-mix(in oklch, var(--up), white 20%); }',
    'p { gap: 8px; }',
    'p{padding-inline:0 3px}',
    'p { margin: auto -1px; }',
    'p { margin-block: calc(var(--s-2) + 0.5px); }',
    'p { border-start-end-radius: 4px; }',
    'p { outline-offset: 2px }',
    'p { border-block-end: 1px solid var(--line); }',
    'p { transform: translateY(12px); }',
  ])
    expect(rawValues(css), css).toHaveLength(1);
  expect(
    rawValues(
      'a:hover { color: currentColor; background: color-mix(in srgb, var(--up) 8%, transparent); gap: var(--s-2) 0px; } #red > .white { padding: clamp(0px, 10vw - var(--s-6), var(--s-1)); inline-size: 190px; border: 3px solid var(--line); mask: url("a.svg#fff"); }',
    ),
  ).toEqual([]);
});

test('breakpoints are four widths, and colours, spacing, radii and lines are tokens', () => {
  for (const { path, css } of sheets)
    expect(otherBreakpoints(css), path).toEqual(
      path === 'ui/texts/carousel.module.css' ? CAROUSEL_QUERIES : [],
    );
  for (const { path, css } of others) expect(rawValues(css), path).toEqual([]);
  const scripts = files('**/*.{ts,tsx}').filter(({ path }) => !path.includes('.test.'));
  const queries = scripts.flatMap(({ path, text }) =>
    otherBreakpoints(text).map((query) => `${path}: ${query.slice(1)}`),
  );
  expect(queries).toEqual([`pages/trade/trade-screen.tsx: ${BROAD_QUERY}`]);
});

test('every font size is a token', () => {
  for (const { path, css } of others) expect(rawSizes(css), path).toEqual([]);
});

/** Set by Base UI on its popups. */
const OUTER_PROPERTIES = ['--anchor-width', '--available-height', '--transform-origin'];

test('each custom property that a style reads without a fallback is declared', () => {
  const declared = new Set([
    ...OUTER_PROPERTIES,
    ...sheets.flatMap(({ css }) => css.match(/(?<=[\s;{])--[\w-]+(?=\s*:)/g) ?? []),
    ...files('**/*.tsx').flatMap(({ text }) => text.match(/(?<=['`])--[a-z][\w-]*(?=')/g) ?? []),
  ]);
  for (const { path, css } of sheets) {
    const read = css.match(/(?<=var\()--[\w-]+(?=\))/g) ?? [];
    expect(
      read.filter((name) => !declared.has(name)),
      path,
    ).toEqual([]);
  }
});
