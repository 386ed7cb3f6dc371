// The structure rules of ARCHITECTURE.md. Parsed by swc: TypeScript 7 has no API that this tool could use,
// and without a parser it would see no modules and pass (scripts/check.ts refuses that).
const { Compiler } = require('@swc/core');
const { rooms, rules } = require('./scripts/boundaries.cjs');

// Version 17 stops at the first JSX (sverweij/dependency-cruiser#1081); versions from autumn 2026 need no patch.
const { parseFileSync } = Compiler.prototype;
Compiler.prototype.parseFileSync = function parse(file, options) {
  return parseFileSync.call(this, file, { ...options, tsx: file.endsWith('x') });
};

/** Adapters and what is below every capability have no front door. */
const OPEN = [
  'app',
  'platform',
  'chains',
  'providers',
  'sandbox',
  'signer',
  'makers',
  'backup',
  'partition',
  'sharing',
];
const capabilities = [...rooms.keys()]
  .map((folder) => /^server\/src\/(.+)/.exec(folder)?.[1])
  .filter((name) => name !== undefined && !name.includes('/') && !OPEN.includes(name));
const tests = String.raw`\.test\.tsx?$|^server/test/`;

const folder = (names) => `^server/src/(${names.join('|')})/`;
const never = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    ...rules,
    never('no-cycles', {}, { circular: true }),
    never('unresolvable', {}, { couldNotResolve: true }),
    // What it judges must not be judged with itself.
    never(
      'the-black-box-shares-nothing',
      { path: '^server/test/blackbox/(judge|history|load|soak)\\.ts$' },
      { path: '^(domain|server/src)/' },
    ),
    never(
      'domain-is-pure',
      { path: '^domain/src/', pathNot: tests },
      { pathNot: ['^domain/src/', 'node_modules/(typebox|@noble/hashes|@scure/base)/'] },
    ),
    never(
      'the-signer-stands-alone',
      {
        path: '^server/src/signer/',
        pathNot: `${tests}|^server/src/signer/(own-nodes|sandbox-signer)\\.ts$`,
      },
      { path: '^server/src/(?!signer/|chains/|platform/|custody/(ports|sending/signer-client)\\.ts)' },
    ),
    never(
      'front-doors-only',
      { path: '^server/src/([^/]+)/', pathNot: `${tests}|^server/src/(providers|sandbox|signer)/` },
      { path: folder(capabilities), pathNot: ['^server/src/$1/', '^server/src/[^/]+/index\\.ts$'] },
    ),
    never(
      'front-doors-of-main',
      { path: '^server/src/(app/)?[^/]+\\.ts$', pathNot: tests },
      { path: folder(capabilities), pathNot: '^server/src/[^/]+/index\\.ts$' },
    ),
    never(
      'providers-see-ports-only',
      { path: '^server/src/(providers|sandbox)/', pathNot: tests },
      { path: folder(capabilities), pathNot: '^server/src/[^/]+/ports\\.ts$' },
    ),
    never(
      'vendors-are-chosen-in-main',
      {
        path: '^server/src/',
        pathNot: `${tests}|^server/src/(providers|sandbox)/|^server/src/(main|worker|app/(vendors|seed-sandbox)|signer/(own-nodes|sandbox-signer))\\.ts$`,
      },
      { path: '^server/src/(providers|sandbox)/' },
    ),
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
