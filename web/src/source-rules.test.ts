import { globSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const root = `${import.meta.dirname}/`;
const files = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

/** The gallery is for developers; its texts need no translation. */
const forPeople = files('**/*.tsx').filter(({ path }) => !path.includes('/gallery/'));

test('the rules check a plausible number of files', () => {
  expect(forPeople.length).toBeGreaterThan(20);
});

test('inline styles use logical properties too', () => {
  for (const { path, text } of forPeople) {
    const styles = [...text.matchAll(/style=\{\{([\s\S]*?)\}\}/g)].map((m) => m[1] ?? '').join(';');
    expect(
      /\b(left|right|top|bottom|width|height|(margin|padding)(Left|Right|Top|Bottom))\s*:/.test(styles),
      path,
    ).toBe(false);
  }
});

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

const SPOKEN = /^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|label|lead|text)$/;

/** Returns literal texts in markup: between tags, next to and inside braces, and in readable attributes. */
function literalTexts(path: string, text: string): string[] {
  const texts: string[] = [];
  const look = (node: ESTree.Node | null): void => {
    if (node?.type === 'JSXExpressionContainer') look(node.expression);
    else if (node?.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(look);
    else if (node?.type === 'LogicalExpression') [node.left, node.right].forEach(look);
    else if (node?.type === 'TemplateLiteral') texts.push(...node.quasis.map(({ value }) => value.raw));
    else if (node?.type === 'JSXText' || node?.type === 'Literal') texts.push(`${node.value ?? ''}`);
  };
  new Visitor({
    'JSXElement:exit': ({ children }) => children.forEach(look),
    'JSXFragment:exit': ({ children }) => children.forEach(look),
    'JSXAttribute:exit': ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && SPOKEN.test(name.name)) look(value);
    },
  }).visit(parseSync(path, text).program);
  return texts.filter((words) => /[A-Za-z]{2,}/.test(words));
}

test('literalTexts finds a text in every position', () => {
  for (const markup of [
    '<p>Hello</p>',
    '<p>Hello {name}</p>',
    '<>Hello <b>{name}</b></>',
    '<p>Fees (all)</p>',
    "<p>{known ? 'Hello' : null}</p>",
    '<p>{`Hello`}</p>',
    '<img alt="Hello" />',
    "<img alt={'Hello'} />",
    '<p>{known && <b aria-label={`Hello`} />}</p>',
  ])
    expect(literalTexts('a.tsx', `const a = ${markup};`), markup).toHaveLength(1);
  expect(
    literalTexts('a.tsx', "const a = <p className=\"big\">{t('name')} · {unit === 'px' && <B />}</p>;"),
  ).toEqual([]);
});

test('components contain no literal text', () => {
  for (const { path, text } of forPeople) {
    const code = withoutComments(text);
    expect(/[؀-ۿ]/.test(code), `${path}: Persian letters`).toBe(false);
    expect(literalTexts(path, text), path).toEqual([]);
  }
});

/** Fields that have one spelling, each drawn by its component: `BankNumber`, `TxLink`, `AddressText`, `Copyable`. */
const SPELLED =
  /^(sheba|shebaCode|iban|cardNumber|paidCard|chosenCard|bankAccount|ownAccount|payer|txid|walletAddress|coldAddress|destination|destinationWalletAddress|contract)$/;
/** What those components are given, and what a form's fields hold. */
const TAKEN = /^(masked|txid|text|value|key|error|className)$/;
const DRAWN = /^(value|label|note|detail|text|title|under|what)$/;

/** Where one of these fields is drawn as it is: between tags, in an attribute, in a fact's value, or in a sentence. */
function rawNumbers(path: string, text: string): string[] {
  const names: string[] = [];
  const look = (node: ESTree.Node | null): void => {
    if (node?.type === 'JSXExpressionContainer') look(node.expression);
    else if (node?.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(look);
    else if (node?.type === 'LogicalExpression')
      [node.operator === '&&' ? null : node.left, node.right].forEach(look);
    else if (node?.type === 'TemplateLiteral') node.expressions.forEach(look);
    else if (node?.type === 'ChainExpression') look(node.expression);
    else if (node?.type === 'Identifier' && SPELLED.test(node.name)) names.push(node.name);
    else if (node?.type === 'MemberExpression' && node.property.type === 'Identifier') look(node.property);
  };
  new Visitor({
    'JSXElement:exit': ({ children }) => children.forEach(look),
    'JSXFragment:exit': ({ children }) => children.forEach(look),
    'JSXAttribute:exit': ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && !TAKEN.test(name.name)) look(value);
    },
    'Property:exit': ({ key, value }) => {
      if (key.type === 'Identifier' && DRAWN.test(key.name)) look(value);
    },
    'CallExpression:exit': ({ callee, arguments: [, values] }) => {
      if (callee.type !== 'Identifier' || !/^t[A-Z]?/.test(callee.name)) return;
      if (values?.type !== 'ObjectExpression') return;
      for (const part of values.properties) if (part.type === 'Property') look(part.value);
    },
  }).visit(parseSync(path, text).program);
  return names;
}

test('a bank number or a transaction id that is drawn as it is is found', () => {
  for (const markup of [
    '<p>{row.txid}</p>',
    '<bdi className="latin">{txid}</bdi>',
    "<p>{row.bankAccount ?? '—'}</p>",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is markup.
    '<p>{`${row.cardNumber}`}</p>',
    '<Line under={row.bankAccount} />',
    "<Facts facts={[{ key: 'a', value: row.destination }]} />",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is markup.
    "<p>{t('paid', { account: `\\u2066${row?.bankAccount}\\u2069` })}</p>",
  ])
    expect(rawNumbers('a.tsx', `const a = ${markup};`), markup).not.toEqual([]);
  expect(
    rawNumbers(
      'a.tsx',
      'const a = <p>{row.txid && <TxLink txid={row.txid} />}<BankNumber masked={card.cardNumber} /><Input value={sheba} /></p>;',
    ),
  ).toEqual([]);
});

test('bank numbers, addresses and transaction ids have one spelling: pages draw them by their components', () => {
  const raw = forPeople.flatMap(({ path, text }) => rawNumbers(path, text).map((name) => `${path}: ${name}`));
  expect(raw).toEqual([]);
});

test('no file of the web is longer than 300 lines', () => {
  for (const { path, text } of [...files('**/*.ts'), ...files('**/*.tsx'), ...files('**/*.css')]) {
    expect(text.split('\n').length, path).toBeLessThanOrEqual(301);
  }
});

test('contracts are imported by type alone, so that their schemas stay out of the bundle', () => {
  const bundled = [...files('**/*.ts'), ...files('**/*.tsx')].filter(({ path }) => !path.includes('.test.'));
  for (const { path, text } of bundled) {
    const imports = [...text.matchAll(/import ([^;]*?) from '@sarraf\/domain\/contracts'/g)].map(
      (m) => m[1] ?? '',
    );
    for (const what of imports) expect(what.startsWith('type '), `${path}: ${what}`).toBe(true);
  }
});

test('components of the first screen use only texts of the first part of the dictionary', () => {
  const firstScreen = files('**/*.{ts,tsx}').filter(({ path }) =>
    /^(ui|trade-box|pages\/(home|shell))\//.test(path),
  );
  expect(firstScreen.length).toBeGreaterThan(40);
  for (const { path, text } of firstScreen) {
    expect(
      /useTranslations\(['"](auth|help|profile|wallet|sandbox|backoffice)|['"`](auth|help|profile|wallet|sandbox|backoffice)\.[a-z]/.exec(
        text,
      )?.[0] ?? '',
      path,
    ).toBe('');
  }
});

test('every loading state of the back office is announced as busy', () => {
  const staff = files('pages/backoffice/**/*.tsx');
  const bare = staff.filter(({ text }) => /from '[./]+ui\/feedback\/(?:prose-)?skeleton\.tsx'/.test(text));
  expect(bare.map(({ path }) => path)).toEqual(['pages/backoffice/shared/parts.tsx']);
  const [, skeleton = ''] = /function StaffSkeleton\(([\s\S]*?)\n}/.exec(bare[0]?.text ?? '') ?? [];
  expect(skeleton).toContain('<div aria-busy>');
  expect(staff.filter(({ text }) => text.includes('<StaffSkeleton')).length).toBeGreaterThan(15);
});
