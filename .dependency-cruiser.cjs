// The structure rules of ARCHITECTURE.md. Parsed by swc: TypeScript 7 has no API that this tool could use,
// and without a parser it would see no modules and pass (scripts/check.ts refuses that).
const { Compiler } = require('@swc/core');

// Version 17 stops at the first JSX (sverweij/dependency-cruiser#1081); versions from autumn 2026 need no patch.
const { parseFileSync } = Compiler.prototype;
Compiler.prototype.parseFileSync = function parse(file, options) {
  return parseFileSync.call(this, file, { ...options, tsx: file.endsWith('x') });
};

const order = [
  'ledger',
  'rules',
  'brand',
  'identity',
  'market',
  'messaging',
  'alerts',
  'verification',
  'custody',
  'wallet',
  'withdrawal',
  'payout',
  'trading',
  'market-data',
  'referral',
  'statements',
  'reports',
  'support',
  'backoffice',
];
const leaves = ['company', 'content', 'web-errors'];
const capabilities = [...order, ...leaves];
const tests = String.raw`\.test\.tsx?$|^server/test/`;

const folder = (names) => `^server/src/(${names.join('|')})/`;
const never = (name, from, to) => ({ name, severity: 'error', from, to });

/** What lies above a capability, and so may not be imported by it. */
function above(name) {
  if (name === 'backoffice') return [];
  if (leaves.includes(name)) return ['backoffice', ...leaves.filter((leaf) => leaf !== name)];
  return [...order.slice(order.indexOf(name) + 1), ...leaves];
}

module.exports = {
  forbidden: [
    never('no-cycles', {}, { circular: true }),
    never('unresolvable', {}, { couldNotResolve: true }),
    never(
      'domain-is-pure',
      { path: '^domain/src/', pathNot: tests },
      { pathNot: ['^domain/src/', 'node_modules/(typebox|@noble/hashes|@scure/base)/'] },
    ),
    never('web-and-server-never-meet', { path: '^web/' }, { path: '^server/' }),
    never('server-and-web-never-meet', { path: '^server/' }, { path: '^web/' }),
    never(
      'platform-is-the-bottom',
      { path: '^server/src/platform/', pathNot: tests },
      { path: '^server/src/(?!platform/)' },
    ),
    never(
      'chains-are-pure',
      { path: '^server/src/chains/', pathNot: tests },
      { path: '^server/src/(?!chains/)' },
    ),
    never(
      'the-signer-stands-alone',
      { path: '^server/src/signer/', pathNot: tests },
      { path: '^server/src/(?!signer/|chains/|platform/|custody/ports\\.ts)' },
    ),
    never(
      'nobody-has-the-signer',
      { path: '^server/src/(?!signer/)', pathNot: tests },
      { path: '^server/src/signer/' },
    ),
    ...capabilities
      .filter((name) => above(name).length > 0)
      .map((name) =>
        never(
          `direction-of-${name}`,
          { path: folder([name]), pathNot: tests },
          { path: folder(above(name)) },
        ),
      ),
    never(
      'front-doors-only',
      { path: '^server/src/([^/]+)/', pathNot: `${tests}|^server/src/(providers|signer)/` },
      { path: folder(capabilities), pathNot: ['^server/src/$1/', '^server/src/[^/]+/index\\.ts$'] },
    ),
    never(
      'front-doors-of-main',
      { path: '^server/src/[^/]+\\.ts$', pathNot: tests },
      { path: folder(capabilities), pathNot: '^server/src/[^/]+/index\\.ts$' },
    ),
    never(
      'providers-see-ports-only',
      { path: '^server/src/providers/', pathNot: tests },
      { path: folder(capabilities), pathNot: '^server/src/[^/]+/ports\\.ts$' },
    ),
    never(
      'vendors-are-chosen-in-main',
      {
        path: '^server/src/',
        pathNot: `${tests}|^server/src/providers/|^server/src/(main|vendors|seed-sandbox)\\.ts$`,
      },
      { path: '^server/src/providers/' },
    ),
    never(
      'pages-do-not-import-pages',
      { path: '^web/src/pages/([^/]+)/' },
      {
        path: '^web/src/pages/',
        pathNot: '^web/src/pages/$1/',
      },
    ),
    never('shared-does-not-import-pages', { path: '^web/src/(ui|lib|i18n)/' }, { path: '^web/src/pages/' }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
