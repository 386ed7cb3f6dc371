/**
 * Import rules: every folder of the domain, the server and the web, and the other folders that it may import from. Unlisted
 * imports are refused, also those of a new folder. A folder stands for everything below it; one in which other folders are
 * listed stands for its own files only. Tests may import anything. `scripts/boundaries.system.test.ts` tests all this.
 */
const ANYTHING = ['*'];
/** The platform's own files, without its subfolders; `platform` alone is all of it. */
const PLAIN = 'platform/.';

const server = {
  // The composition and the command lines put the capabilities together, so they may import all of them.
  '': ANYTHING,
  app: ANYTHING,
  // Folders that know nothing of an exchange, in layers; each may import the files of `platform` itself.
  platform: [],
  'platform/config': [PLAIN],
  'platform/database': [PLAIN, 'platform/config'],
  'platform/secrets': [PLAIN, 'platform/config', 'platform/database'],
  'platform/metrics': [PLAIN],
  'platform/traces': [PLAIN],
  'platform/outgoing': [PLAIN, 'platform/config'],
  'platform/files': ['platform/database'],
  'platform/jobs': [PLAIN, 'platform/database'],
  'platform/bus': [PLAIN, 'platform/database', 'platform/secrets'],
  'platform/reads': [PLAIN, 'platform/bus', 'platform/config', 'platform/database'],
  'platform/http': [PLAIN, 'platform/bus', 'platform/config', 'platform/database'],
  'platform/drawing': [PLAIN, 'platform/http'],
  'platform/business-rows': [PLAIN, 'platform/bus', 'platform/database', 'platform/http'],
  'platform/start': [PLAIN, 'platform/config', 'platform/database', 'platform/secrets'],
  chains: [],
  ledger: ['platform'],
  brand: ['platform'],
  rules: ['platform'],
  sharing: ['platform'],
  makers: ['platform'],
  backup: ['platform'],
  drill: ['audit', 'platform', 'watch'],
  partition: ['platform'],
  // Reads all tables and imports only the chains' pure codecs: the checks must be independent of what they check.
  audit: ['chains', 'platform'],
  watch: ['audit', 'ledger', 'platform'],
  operations: ['drill', 'ledger', 'platform'],
  'web-errors': ['platform'],
  identity: ['platform'],
  market: ['platform'],
  messaging: ['identity', 'platform'],
  content: ['identity', 'messaging', 'platform'],
  support: ['identity', 'messaging', 'platform'],
  verification: ['identity', 'messaging', 'platform'],
  alarms: ['identity', 'messaging', 'platform'],
  alerts: ['identity', 'ledger', 'market', 'messaging', 'platform'],
  custody: ['chains', 'identity', 'ledger', 'market', 'messaging', 'platform'],
  wallet: ['custody', 'identity', 'ledger', 'messaging', 'platform', 'rules'],
  withdrawal: ['custody', 'identity', 'ledger', 'market', 'messaging', 'platform', 'verification'],
  payout: ['identity', 'platform', 'rules', 'withdrawal'],
  trading: ['identity', 'ledger', 'market', 'messaging', 'platform', 'rules', 'withdrawal'],
  'market-data': ['market', 'platform', 'trading'],
  referral: ['identity', 'ledger', 'market', 'messaging', 'platform', 'rules', 'trading'],
  // Another format of the same API: it imports no capability, and calls the API like a client.
  binance: ['platform'],
  // Facts that programs need about the others.
  developers: ['platform', 'trading'],
  history: ['ledger', 'market', 'platform', 'rules', 'trading', 'wallet', 'withdrawal'],
  // The subjects of receipts are passed in.
  'issued-documents': ['platform'],
  statements: ['issued-documents', 'platform', 'referral', 'rules'],
  reports: ['ledger', 'platform', 'referral', 'rules'],
  company: [
    'identity',
    'ledger',
    'market',
    'messaging',
    'platform',
    'rules',
    'trading',
    'wallet',
    'withdrawal',
  ],
  backoffice: [
    'brand',
    'identity',
    'issued-documents',
    'messaging',
    'platform',
    'referral',
    'trading',
    'verification',
    'wallet',
    'withdrawal',
  ],
  // Vendors' adapters import the ports of their callers, and nothing else of them.
  providers: [
    'alarms',
    'chains',
    'company',
    'content',
    'custody',
    'identity',
    'market',
    'messaging',
    'platform',
    'verification',
    'wallet',
    'watch',
  ],
  // Simulators of external systems; only the composition imports them.
  sandbox: [
    'alarms',
    'chains',
    'content',
    'custody',
    'identity',
    'market',
    'messaging',
    'platform',
    'verification',
    'wallet',
  ],
  // Holds the keys: it imports as little as possible, and is imported by no folder. It queries its own nodes.
  signer: ['chains', 'custody', 'platform', 'providers', 'sandbox'],
};

const FRAMEWORK = ['hydration', 'i18n', 'loading', 'navigation'].map((part) => `framework/${part}`);
const SHARED = [...FRAMEWORK, 'lib', 'ui'];

const web = {
  // The entry and the routes: they load every page.
  '': ANYTHING,
  ...Object.fromEntries(FRAMEWORK.map((part) => [part, [...FRAMEWORK, 'lib']])),
  // What the server and the build run: no page imports it.
  'framework/drawing': ['', ...SHARED, 'pages/backoffice/shared', 'pages/support'],
  lib: FRAMEWORK,
  ui: [...FRAMEWORK, 'lib'],
  access: SHARED,
  chart: SHARED,
  documents: SHARED,
  inbox: SHARED,
  tickets: ['access', ...SHARED],
  receipts: SHARED,
  'trade-box': [...SHARED, 'receipts'],
  search: [...SHARED, 'orders', 'transfers'],
  orders: [...SHARED, 'receipts', 'trade-box'],
  transfers: [...SHARED, 'receipts'],
  alerts: [...SHARED, 'access', 'trade-box'],
  'address-book': [...SHARED, 'access', 'transfers'],
};

const pages = {
  'about-us': [],
  account: ['access', 'documents'],
  alerts: ['alerts', 'trade-box'],
  'api-keys': [],
  announcements: [],
  auth: ['access'],
  'bank-return': ['trade-box'],
  blog: [],
  company: ['access', 'address-book', 'documents', 'transfers'],
  'company-deposit': ['access'],
  'company-docs': [],
  'contact-us': ['access', 'tickets'],
  dashboard: ['orders', 'transfers'],
  developers: [],
  dummy: [],
  freeze: [],
  faq: [],
  'fino-verifying': ['access'],
  guide: [],
  history: ['access', 'orders', 'receipts', 'trade-box', 'transfers'],
  home: ['trade-box'],
  invite: [],
  market: ['alerts', 'chart', 'trade-box', 'transfers'],
  markets: ['trade-box'],
  'not-found': [],
  notices: ['inbox'],
  otc: ['orders', 'trade-box'],
  recurring: ['access', 'orders', 'trade-box', 'transfers'],
  sandbox: ['transfers'],
  settings: ['access', 'address-book', 'inbox'],
  shell: ['access', 'inbox', 'search'],
  support: ['access', 'tickets'],
  terms: [],
  verify: [],
  trade: ['alerts', 'chart', 'orders', 'trade-box'],
  wages: ['trade-box', 'transfers'],
  wallet: ['access', 'address-book', 'orders', 'transfers'],
  'wallet-ex': [],
};

// Shared parts of the back office: its lists, decisions, queries and rights.
const ADMIN = ['pages/backoffice/shared'];

const admin = {
  shared: [],
  brand: ADMIN,
  content: ADMIN,
  figures: ADMIN,
  finder: [...ADMIN, 'orders', 'search', 'transfers'],
  money: [...ADMIN, 'transfers'],
  reports: ADMIN,
  companies: [...ADMIN, 'transfers'],
  log: [...ADMIN, 'pages/backoffice/rows', 'transfers'],
  now: [...ADMIN, 'pages/backoffice/rows'],
  operations: ADMIN,
  people: [...ADMIN, 'orders', 'transfers'],
  person: [
    ...ADMIN,
    'access',
    'documents',
    'pages/backoffice/log',
    'pages/backoffice/money',
    'pages/backoffice/people',
  ],
  recoveries: ADMIN,
  rows: [...ADMIN, 'pages/backoffice/content', 'transfers'],
  coins: [...ADMIN, 'pages/backoffice/rows'],
  limits: [...ADMIN, 'pages/backoffice/rows'],
  tickets: [...ADMIN, 'tickets'],
};

const named = (prefix, folders) =>
  Object.entries(folders).map(([name, may]) => [prefix + name, [...SHARED, ...may]]);
const within = (base, name) => (name === '' ? base : `${base}/${name}`);
function pathOf(base, other) {
  if (other === '*') return `^${base}/`;
  if (other === 'platform') return `^${base}/platform/`;
  return other === PLAIN ? `^${base}/platform/[^/]+$` : within(base, other);
}
const under = (base, entries) =>
  entries.map(([name, may]) => [within(base, name), may.map((other) => pathOf(base, other))]);

/** Folders, and the other folders that they may import from; the domain is available to the server and the web. */
const rooms = new Map([
  ['domain/src', []],
  ['domain/src/contracts', ['domain/src']],
  ...under('server/src', Object.entries(server)),
  ...under('web/src', [
    ...Object.entries(web),
    ...named('pages/', pages),
    [
      'pages/backoffice',
      [...SHARED, 'search', ...Object.keys(admin).map((name) => `pages/backoffice/${name}`)],
    ],
    ...named('pages/backoffice/', admin),
  ]),
]);

/** Owners of the texts: files of `messages`, without their language, that a folder may read. No other folder reads any. */
const messages = {
  'server/src/messaging': ['server/codes', 'server/letters', 'server/notices', 'web/staff-alarms'],
  'server/src/history': ['server/history-file'],
  'server/src/content': ['server/announcements-feed'],
  'server/src/company': ['server/settlement-file'],
  'server/src/statements': ['server/statement-file', 'web/statement'],
  'server/src/reports': ['server/fee-file'],
  'server/src/sharing': ['server/sharing'],
  'server/src/platform/files': ['server/table-file'],
  'web/src/framework/i18n': ['web/[^/]+'],
  'web/src/framework/drawing': ['web/head'],
  // The printed sheet shows both languages together.
  'web/src/pages/company': ['web/sheet'],
};

const DOMAIN = '^domain/src/';
const TESTS = String.raw`\.test\.tsx?$`;

function filesOf(folder) {
  const hasRooms = [...rooms.keys()].some((other) => other.startsWith(`${folder}/`));
  return hasRooms ? `^${folder}/[^/]+$` : `^${folder}/`;
}

const rules = [
  ...[...rooms].map(([folder, may]) => ({
    name: `imports-of-${folder}`,
    severity: 'error',
    from: { path: filesOf(folder), pathNot: TESTS },
    to: {
      path: '^(domain|server|web|scripts|e2e|bench)/',
      pathNot: [
        filesOf(folder),
        ...may.map((other) => (other.startsWith('^') ? other : filesOf(other))),
        ...(folder.startsWith('domain') ? [] : [DOMAIN]),
      ],
    },
  })),
  ...Object.entries(messages).map(([folder, files]) => ({
    name: `messages-of-${folder}`,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: TESTS },
    to: {
      path: '^messages/',
      pathNot: files.map((file) => `^messages/${file.replace('/', '/(fa|en)/')}\\.json$`),
    },
  })),
  {
    name: 'messages-of-nobody-else',
    severity: 'error',
    from: { pathNot: [TESTS, ...Object.keys(messages).map((folder) => `^${folder}/`)] },
    to: { path: '^messages/' },
  },
  ...[{}, { orphan: true }].map((which) => ({
    name: which.orphan ? 'a-file-in-no-listed-folder' : 'imports-of-no-listed-folder',
    severity: 'error',
    from: {
      ...which,
      path: '^(domain|server|web)/src/',
      pathNot: [TESTS, ...[...rooms.keys()].map(filesOf)],
    },
    to: {},
  })),
];

module.exports = { rooms, rules };
