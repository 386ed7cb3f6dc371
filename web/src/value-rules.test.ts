import { globSync, readFileSync } from 'node:fs';
import * as contracts from '@sarraf/domain/contracts';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const root = `${import.meta.dirname}/`;

const readPages = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.|\/gallery\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

/** Attributes and properties whose value is displayed. `value` counts in facts alone: an option's value is its code. */
const DISPLAYED =
  /^(aria-label|alt|caption|description|detail|hint|label|lead|note|placeholder|text|title|under|what)$/;

/** Names of functions that translate: `t`, `tFigures`. */
const TRANSLATION = /^t([A-Z]|$)/;

/** The names that an expression displays: of variables and fields, also inside templates, conditions and `String()`. */
function displayedNames(node: ESTree.Node | null): string[] {
  switch (node?.type) {
    case 'Identifier':
      return [node.name];
    case 'JSXExpressionContainer':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return displayedNames(node.expression);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(displayedNames);
    case 'LogicalExpression':
      return [node.operator === '&&' ? null : node.left, node.right].flatMap(displayedNames);
    case 'TemplateLiteral':
      return node.expressions.flatMap(displayedNames);
    case 'MemberExpression':
      return displayedNames(node.computed ? node.object : node.property);
    case 'CallExpression':
      return displayedCallNames(node);
    default:
      return [];
  }
}

/** `String(state)`, `state.toLowerCase()` and `reasons.join()` display the field itself; other calls return words. */
function displayedCallNames({ callee, arguments: args }: ESTree.CallExpression): string[] {
  if (callee.type === 'Identifier') return callee.name === 'String' ? args.flatMap(displayedNames) : [];
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  return /^(join|replaceAll|slice|toFixed|toLowerCase|toString)$/.test(callee.property.name)
    ? displayedNames(callee.object)
    : [];
}

/** The names that a component displays: between tags, in readable attributes, in facts, and in sentences. */
function listDisplayedNames(path: string, text: string): string[] {
  const displayed: string[] = [];
  const add = (node: ESTree.Node | null) => void displayed.push(...displayedNames(node));
  new Visitor({
    'JSXElement:exit': ({ children }) => children.forEach(add),
    'JSXFragment:exit': ({ children }) => children.forEach(add),
    'JSXAttribute:exit': ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && DISPLAYED.test(name.name)) add(value);
    },
    'ObjectExpression:exit': ({ properties }) => {
      const parts = properties.filter((part) => part.type === 'Property');
      const names = parts.map(({ key }) => (key.type === 'Identifier' ? key.name : ''));
      const isFact = names.includes('key') && names.includes('label');
      for (const [i, { value }] of parts.entries())
        if (DISPLAYED.test(names[i] ?? '') || (isFact && names[i] === 'value')) add(value);
    },
    'CallExpression:exit': ({ callee, arguments: [, values] }) => {
      if (callee.type !== 'Identifier' || !TRANSLATION.test(callee.name)) return;
      if (values?.type !== 'ObjectExpression') return;
      for (const part of values.properties)
        if (part.type === 'Property' && part.key.type === 'Identifier' && !SELECTED.has(part.key.name))
          add(part.value);
    },
  }).visit(parseSync(path, text).program);
  return displayed;
}

interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
  enum?: unknown[];
}

/** The fields of the contracts that hold one of several codes, or a list of them. */
function listCodeFields(): ReadonlySet<string> {
  const displayed = new Set<string>();
  const visited = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || visited.has(part)) return;
    visited.add(part);
    for (const [name, field] of Object.entries((part as Schema).properties ?? {})) {
      const variants = (field.anyOf ?? [field]).map((variant) => variant.items ?? variant);
      if (variants.some(({ enum: values }) => values?.some((value) => typeof value === 'string')))
        displayed.add(name);
    }
    Object.values(part).forEach(visit);
  };
  Object.values(contracts).forEach(visit);
  return displayed;
}

/** Placeholders that choose a word by a code or a number: `{by, select, LINK {…} other {…}}`. */
const SELECTED: ReadonlySet<string> = new Set(
  globSync('../../messages/web/en/*.json', { cwd: root }).flatMap((path) =>
    [...readFileSync(root + path, 'utf8').matchAll(/\{(\w+), (?:select|plural),/g)].map(
      ([, name = '']) => name,
    ),
  ),
);

/** Fields that hold a code in some contracts, and in the back office names and sentences that people wrote. */
const WRITTEN = ['by', 'name', 'reason', 'subject'];
const CODE_FIELDS = listCodeFields();
/** Codes that the contracts declare as text, since the server knows more of them than its clients. */
const TEXT_CODES =
  /^(about|asset|chain|coinEntity|cryptoNetwork|job|law|marketType|quote|relatedCoin|tokenType|trouble)$/;
/** ISO times and days, and counts, which would have Latin digits in Persian. */
const UNFORMATTED = /^(birthDay|day|length)$|(At|DateTime|Until)$/;

const isRaw = (name: string): boolean =>
  (CODE_FIELDS.has(name) && !WRITTEN.includes(name)) || TEXT_CODES.test(name) || UNFORMATTED.test(name);

/** A birthday is also shown as documents of the other calendar have it. */
const ALLOWED = ['pages/backoffice/person/person-facts.tsx: day'];

describe('the back office shows words', () => {
  it('the rule knows the fields of the contracts that hold codes', () => {
    expect([...CODE_FIELDS]).toEqual(
      expect.arrayContaining(['state', 'orderStatus', 'reviewReasons', 'trouble']),
    );
    expect(CODE_FIELDS.has('email')).toBe(false);
    expect(CODE_FIELDS.size).toBeGreaterThan(60);
    expect(SELECTED).toContain('by');
  });

  it.each([
    '<p>{row.state}</p>',
    "<p>{row.state ?? '—'}</p>",
    '<p>{order?.orderStatus}</p>',
    '<p>{kind}</p>',
    '<p>{isAsset(row.chain) ? coin(row.chain) : row.chain}</p>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is markup.
    '<p>{`${t("state")}: ${row.state}`}</p>',
    '<p>{row.reviewReasons.join(", ")}</p>',
    '<p>{String(row.level).toLowerCase()}</p>',
    '<Line label={row.kind} />',
    "<Facts facts={[{ key: 'a', label: t('a'), value: row.way }]} />",
    "<p>{t('stuck', { code: row.trouble })}</p>",
    '<p>{row.createdAtDateTime}</p>',
    '<p>{birthDay}</p>',
    '<p>{rows.length}</p>',
  ])('the rule finds a code, a time or a count that is displayed as it is: %s', (markup) => {
    expect(listDisplayedNames('a.tsx', `const a = ${markup};`).filter(isRaw)).toHaveLength(1);
  });

  it('the rule accepts words, formatted values, and codes that choose words', () => {
    const markup = `<p title={dateTime(row.at)} className={css[row.state]}>
      {t(\`state.\${row.state}\`)} {t('thaw', { by: row.kind })} {row.state === 'DONE' && <Mark state={row.state} />}
      {digits(rows.length)} <Select value={state} options={[{ value: row.state, label: t('a') }]} />
    </p>`;
    expect(listDisplayedNames('a.tsx', `const a = ${markup};`).filter(isRaw)).toEqual([]);
  });

  it('no page of the back office displays a code, an ISO time or an unformatted count', () => {
    const pages = readPages('pages/backoffice/**/*.tsx');
    expect(pages.length).toBeGreaterThan(100);
    const raw = pages.flatMap(({ path, text }) =>
      listDisplayedNames(path, text)
        .filter(isRaw)
        .map((name) => `${path}: ${name}`),
    );
    expect(raw.filter((use) => !ALLOWED.includes(use))).toEqual([]);
  });
});

/** Formatters whose whole result on its own is drawn by <Money> or <Price>; in a sentence they are what it needs. */
const FIGURE_FORMATTER = /^(amount|bareAmount|barePrice|compact|money|price|worth)$/;

/** Whether an expression is a formatted figure: a call, a template with one, or a local name of either. */
function isFigure(node: ESTree.Node | null | undefined, localNames: ReadonlySet<string>): boolean {
  const check = (part: ESTree.Node | null | undefined) => isFigure(part, localNames);
  switch (node?.type) {
    case 'Identifier':
      return localNames.has(node.name);
    case 'JSXExpressionContainer':
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return check(node.expression);
    case 'ConditionalExpression':
      return check(node.consequent) || check(node.alternate);
    case 'LogicalExpression':
      return check(node.left) || check(node.right);
    case 'TemplateLiteral':
      return node.expressions.some(check);
    case 'ArrowFunctionExpression':
      return node.body.type !== 'BlockStatement' && check(node.body);
    case 'CallExpression':
      return node.callee.type === 'MemberExpression'
        ? node.callee.property.type === 'Identifier' && FIGURE_FORMATTER.test(node.callee.property.name)
        : node.callee.type === 'Identifier' &&
            (FIGURE_FORMATTER.test(node.callee.name) || localNames.has(node.callee.name));
    default:
      return false;
  }
}

/** The figures that a component draws on their own: between tags, or as the value of a fact. */
function listDrawnFigures(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const localNames = new Set<string>();
  const sources: string[] = [];
  const add = (node: ESTree.Node): void => {
    if (isFigure(node, localNames)) sources.push(text.slice(node.start, node.end));
  };
  const sentenceValues = new Set<unknown>();
  new Visitor({
    'VariableDeclarator:exit': ({ id, init }) => {
      if (id.type === 'Identifier' && isFigure(init, localNames)) localNames.add(id.name);
    },
    CallExpression: ({ callee, arguments: [, values] }) => {
      if (callee.type === 'Identifier' && TRANSLATION.test(callee.name)) sentenceValues.add(values);
    },
  }).visit(program);
  new Visitor({
    'JSXElement:exit': ({ children }) => children.forEach(add),
    'JSXFragment:exit': ({ children }) => children.forEach(add),
    'ObjectExpression:exit': (object) => {
      if (sentenceValues.has(object)) return;
      for (const part of object.properties)
        if (part.type === 'Property' && part.key.type === 'Identifier' && part.key.name === 'value')
          add(part.value);
    },
  }).visit(program);
  return sources;
}

/** The component itself, and counts of people and trades, which have no unit. */
const FIGURE_FILES = ['ui/values/money.tsx', 'pages/home/stats.tsx'];

describe('a figure on its own is a <Money> or a <Price>', () => {
  it.each([
    "<td>{format.amount(row.amount, 'TOMAN')}</td>",
    "<b>{balance === null ? '—' : money(balance, asset)}</b>",
    '<bdi dir="ltr">{marketFormat.barePrice(price)}</bdi>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is markup.
    '<span>{`${format.compact(value)} ${unit}`}</span>',
    "<Facts facts={[{ key: 'a', label: t('a'), value: format.money(least, coin) }]} />",
    '() => { const minimum = money(min, coin); return <p>{minimum}</p>; }',
    '() => { const priceText = (text) => format.price(text, coin, quote); return <p>{priceText(a)}</p>; }',
  ])('the rule finds a formatted figure that is drawn as text: %s', (markup) => {
    expect(listDrawnFigures('a.tsx', `const a = ${markup};`)).toHaveLength(1);
  });

  it('the rule accepts the components, and figures in sentences and names', () => {
    const markup = `<p aria-label={money(total, coin)}>
      <Money value={total} asset={coin} /> {t('left', { amount: money(left, coin) })} {t('toman', { value: compact(total) })}
    </p>`;
    expect(listDrawnFigures('a.tsx', `const a = ${markup};`)).toEqual([]);
  });

  it('no component draws a formatted figure as text', () => {
    const errors = readPages('**/*.tsx')
      .filter(({ path }) => !FIGURE_FILES.includes(path))
      .flatMap(({ path, text }) => listDrawnFigures(path, text).map((figure) => `${path}: ${figure}`));
    expect(errors).toEqual([]);
  });
});
