import { setTimeout as sleep } from 'node:timers/promises';
import { createAlerts } from './alerts/index.ts';
import { createBackoffice } from './backoffice/index.ts';
import { createBrand, usualInfo } from './brand/index.ts';
import { createCompanies, STORE_LIMIT_ROWS, type WebhookSender } from './company/index.ts';
import {
  createContent,
  createNews,
  loadContent,
  takeUsualInfo,
  tellAnnouncementsJob,
} from './content/index.ts';
import { createCustody, createSignerClient, fitsLastOrder, HOT_TARGET_ROWS } from './custody/index.ts';
import { addHealth } from './health.ts';
import { createIdentity } from './identity/index.ts';
import { createLedger, forgetRepliesJob, type Ledger } from './ledger/index.ts';
import { createMarket, type Market, type PriceSource } from './market/index.ts';
import { createMarketData } from './market-data/index.ts';
import { createMessaging } from './messaging/index.ts';
import { createPayout } from './payout/index.ts';
import { addDocuments } from './platform/api-documents/index.ts';
import { type Bus, createBus } from './platform/bus.ts';
import { checkPort, portError } from './platform/check-port.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type Db, openDatabase } from './platform/database.ts';
import { addDeskRowRoutes } from './platform/desk-row-routes.ts';
import { countWaiting } from './platform/desk-row-store.ts';
import { type KeptDatabase, keepDatabase } from './platform/embedded.ts';
import { createForwarding, type Forwarding } from './platform/forward.ts';
import { closeHttp, createHttp, type Http } from './platform/http.ts';
import { createJobs } from './platform/jobs.ts';
import { createLog, type Log } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { createNatsBus, installationOf, type Line } from './platform/nats-bus.ts';
import { settleKeys } from './platform/sealed-canary.ts';
import { createSecrets } from './platform/secrets.ts';
import { Stream } from './platform/stream.ts';
import { serveWeb } from './platform/web-files.ts';
import { createSandboxBank } from './providers/sandbox-bank.ts';
import { createSandboxChains } from './providers/sandbox-chain.ts';
import { createSandboxOutbox } from './providers/sandbox-outbox.ts';
import { createWebhookSender } from './providers/webhook-https.ts';
import { createReferral, readShares } from './referral/index.ts';
import { createReports } from './reports/index.ts';
import { createRules } from './rules/index.ts';
import { fillHotWallets, seedSandbox } from './seed-sandbox.ts';
import { addSharing } from './sharing/index.ts';
import { createStatements } from './statements/index.ts';
import { createSupport } from './support/index.ts';
import {
  createTrading,
  followFills,
  STATISTICS_ROWS,
  showStatistics,
  takeOrdersBack,
} from './trading/index.ts';
import {
  bankAccount,
  chainNodes,
  codecsOfMainNets,
  finnotech,
  gateways,
  google,
  kavenegar,
  newsFeed,
  priceHistories,
  priceSources,
  sandboxIdentity,
  smtp,
} from './vendors.ts';
import { createVerification } from './verification/index.ts';
import { createWallet } from './wallet/index.ts';
import { createWebErrors } from './web-errors/index.ts';
import { createWithdrawal, LIMIT_ROWS } from './withdrawal/index.ts';

export interface Sarraf {
  url: string;
  /** Takes no new requests, finishes what runs, closes. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** The built web; unset: the API alone. */
  webRoot?: string;
  clock?: Clock;
  /** Instead of those that the settings name. */
  prices?: readonly PriceSource[];
  /** The way to programs of stores; a test's stand on this machine. */
  webhooks?: WebhookSender;
  /** What runs beside the server and needs its database: the sandbox's signer. */
  beside?: (databaseUrl: string) => Promise<{ stop(): Promise<void> }>;
}

/**
 * Answers when it serves.
 * @throws StartError in words for whoever set it up. The database that was begun for it is stopped then.
 */
export async function startSarraf(config: Config, options: StartOptions = {}): Promise<Sarraf> {
  const log = createLog(config.LOG_LEVEL);
  await checkPort(config);
  const kept = await keepDatabase(config, log);
  try {
    return await serve(config, log, kept, options);
  } catch (error) {
    await kept.giveUp();
    throw error;
  }
}

/** The only wiring: settings, providers, capabilities, routes. */
async function serve(
  config: Config,
  log: Log,
  kept: KeptDatabase,
  {
    webRoot,
    clock = systemClock,
    prices = priceSources(config, clock),
    webhooks = createWebhookSender(),
    beside,
  }: StartOptions,
): Promise<Sarraf> {
  await migrate(kept.url);
  const { db, close } = openDatabase(kept.url, config.DATABASE_POOL);
  await settleKeys(db, config.sealingKeys, { SEAL_KEY: (key) => fitsLastOrder(db, key) });
  const companion = await beside?.(kept.url);
  const { bus, line } = await openBus(config, db, log);
  const roles: ((writer: boolean) => void)[] = [];
  const ledger = await createLedger({
    url: kept.url,
    leaseMs: config.LEASE_MS,
    clock,
    log,
    onRole(writer) {
      log.info(
        { area: 'ledger' },
        writer ? 'this process settles the books' : 'this process does not settle the books',
      );
      for (const tell of roles) tell(writer);
    },
  });
  const forwarding =
    line && createForwarding({ bus, line, log, leaseMs: config.LEASE_MS, epoch: () => ledger.epoch() });
  const parts = await capabilities({ config, clock, prices, webhooks, log, db, bus, ledger });
  const { identity, market } = parts;
  const http = await createHttp({
    config,
    log,
    clock,
    authenticate: identity.authenticate,
    forwarding,
  });
  await addDocuments(http, { config, name: parts.brand.brandNow().name.en });
  const stream = new Stream(http, identity.authenticate, {
    mostPerAddress: config.CONNECTIONS_PER_ADDRESS,
  });
  stream.openPrivateChannel('wallets');
  bus.subscribe('wallets', ({ userId, coins }) => stream.publishTo(userId, 'wallets', { coins }));
  stream.openPrivateChannel('notices');
  bus.subscribe('notices', ({ userId, unread }) => stream.publishTo(userId, 'notices', { unread }));
  bus.subscribe('user', ({ userId }) => stream.drop(userId));
  bus.subscribe('missed', () => stream.dropAll());
  addHealth(http, { ledger, forwarding });
  market.routes(http, stream);
  parts.trading.routes(http, stream);
  parts.marketData.routes(http, stream);
  for (const part of [
    parts.rules,
    identity,
    parts.verification,
    parts.custody,
    parts.wallet,
    parts.withdrawal,
    parts.payout,
    parts.companies,
    parts.content,
    parts.news,
    parts.brand,
    parts.support,
    parts.webErrors,
    parts.alerts,
    parts.messaging,
    parts.referral,
    parts.statements,
    parts.reports,
    parts.backoffice,
    parts.desk,
  ])
    part.routes(http);
  if (webRoot) {
    const site = { publicUrl: config.PUBLIC_URL, brandNow: parts.brand.brandNow, log };
    addSharing(http, { webRoot, ...site });
    await serveWeb(http, webRoot, site);
  }

  await market.start();
  parts.rules.start();
  await parts.trading.start();
  if (config.sandbox) await seed(config, { ...parts, db, ledger, forwarding });
  await parts.custody.start();
  parts.sandboxChains?.start();
  await parts.marketData.start();
  await parts.news.start();
  parts.alerts.start();
  parts.wallet.start();
  const jobs = createJobs(
    kept.url,
    [
      ...market.jobs,
      ...identity.jobs,
      ...parts.messaging.jobs,
      ...parts.verification.jobs,
      ...parts.custody.jobs,
      ...parts.wallet.jobs,
      ...parts.withdrawal.jobs,
      ...parts.payout.jobs,
      ...parts.companies.jobs,
      ...parts.trading.jobs,
      ...parts.fills.jobs,
      ...parts.marketData.jobs,
      ...parts.referral.jobs,
      ...parts.reports.jobs,
      ...parts.statements.jobs,
      ...parts.support.jobs,
      ...parts.webErrors.jobs,
      ...parts.news.jobs,
      parts.announcements,
      forgetRepliesJob(db),
    ],
    log,
  );
  roles.push(jobs.turn, () => forwarding?.announce());
  jobs.turn(ledger.isWriter());
  await http.app.listen({ port: config.PORT, host: config.HOST }).catch((error) => {
    throw portError(error, config);
  });
  forwarding?.serve(http.app);
  return {
    url: config.PUBLIC_URL,
    async stop() {
      await forwarding?.stop();
      stream.close();
      await closeHttp(http);
      parts.hotWallets.stop();
      const ended = Promise.all([
        jobs.stop(),
        parts.custody.stop(),
        parts.wallet.stop(),
        parts.sandboxChains?.stop(),
      ]);
      // Somebody else waits for the books; whatever still runs then is done there, as after a crash.
      await (line ? Promise.race([ended, sleep(HAND_OVER_MS)]) : ended);
      await parts.referral.stop();
      await parts.fills.stop();
      await parts.alerts.stop();
      await parts.marketData.stop();
      await market.stop();
      parts.rules.stop();
      parts.brand.stop();
      await ledger.stop();
      await ended;
      await line?.close();
      await parts.messaging.stop();
      await close();
      await companion?.stop();
      await kept.stop();
    },
  };
}

/** How long what runs may hold up the next writer. */
const HAND_OVER_MS = 1_000;

/** One process has its bus for itself. */
async function openBus(config: Config, db: Db, log: Log): Promise<{ bus: Bus; line?: Line }> {
  if (config.NATS_URL === undefined) return { bus: createBus() };
  const installation = await installationOf(db);
  return createNatsBus({ url: config.NATS_URL, installation, masterKey: config.SECRET_KEY, log });
}

interface Base {
  config: Config;
  clock: Clock;
  log: Log;
  db: Db;
  bus: Bus;
  ledger: Ledger;
  prices: readonly PriceSource[];
  webhooks: WebhookSender;
}

async function capabilities(base: Base) {
  const { config, clock, db, ledger, prices } = base;
  const secrets = createSecrets(config.SECRET_KEY);
  const outbox = config.sandbox ? createSandboxOutbox({ db, clock }) : undefined;
  const brand = await createBrand(base);
  const names = () => brand.brandNow().name;
  const messaging = createMessaging({
    ...base,
    secrets,
    ...(outbox ? { ...outbox.ways, outbox } : { mailer: smtp(config), texter: kavenegar(config) }),
    names,
  });
  const identity = await createIdentity({
    ...base,
    secrets,
    codeSender: messaging.codeSender,
    names,
    ...google(config),
  });
  const emailsOf = async (ids: readonly string[]) => {
    const people = await identity.people.findAll(ids);
    return new Map([...people.values()].map(({ id, email }) => [id, email]));
  };
  const rules = await createRules({ ...base, emailsOf });
  const verification = createVerification({
    ...base,
    secrets,
    people: identity.people,
    levels: identity.levels,
    volumeOf: (userId) => trading.volumeOf(userId),
    notify: messaging.notify,
    ...(outbox ? sandboxIdentity(db, outbox) : { provider: finnotech(config, clock) }),
  });
  const market = await createMarket({
    ...base,
    sources: prices,
    histories: priceHistories(config, clock),
    ...(config.NATS_URL !== undefined && { leads: () => ledger.isWriter() }),
  });
  const sandboxBank = config.sandbox ? createSandboxBank(db, config.PUBLIC_URL) : undefined;
  const signer = createSignerClient({ url: config.SIGNER_URL, token: config.SIGNER_TOKEN });
  const mainCodec = codecsOfMainNets();
  const sandboxChains = config.sandbox
    ? createSandboxChains({ ...base, codecOf: mainCodec, isActive: () => ledger.isWriter() })
    : undefined;
  const nodes = sandboxChains?.nodes ?? chainNodes(config, signer);
  const custody = createCustody({
    ...base,
    market,
    people: identity.people,
    notify: messaging.notify,
    nodes,
    codecOf: mainCodec,
    signer,
    sealKey: config.SEAL_KEY,
    pollMs: config.sandbox ? SANDBOX_POLL_MS : POLL_MS,
    ...(sandboxChains && { sandboxChains }),
  });
  const wallet = createWallet({
    ...base,
    names,
    coinDeposits: (userId, asset, page) => custody.listDeposits(userId, asset, page),
    market,
    rules,
    people: identity.people,
    notify: messaging.notify,
    verifiedCards: (userId) => verification.verifiedCards(userId),
    verifiedShebas: (userId) => verification.verifiedShebas(userId),
    gateways: [...(sandboxBank ? [sandboxBank] : []), ...gateways(config)],
    bankAccount: bankAccount(config),
    above: {
      withdrawals: (userId, which, page) =>
        withdrawal.list(
          userId,
          which === 'TOMAN' ? { asset: 'TOMAN', except: null } : { asset: null, except: 'TOMAN' },
          page,
        ),
      trades: (userId, page) => trading.tradesOf(userId, page),
      withdrawnWorth: (userId) => withdrawal.worthOf(userId),
      leaving: (userId) => withdrawal.leaving(userId),
    },
    shops: {
      lockCounts: (tx, payment) => companies.shops.lockCounts(tx, payment),
      fitsLimits: (tx, payment) => companies.shops.fitsLimits(tx, payment),
      receiptRows: (payment, at) => companies.shops.receiptRows(payment, at),
      received: (payment) => companies.shops.received(payment),
    },
    ...(sandboxBank && { sandboxBank }),
  });
  const withdrawal = createWithdrawal({
    ...base,
    secrets,
    market,
    people: identity.people,
    intents: identity.intents,
    notify: messaging.notify,
    custody,
    chains: nodes,
    verifiedShebas: (userId) => verification.verifiedShebas(userId),
    depositHold: (userId) => wallet.depositHold(userId),
    spendable: async (userId, asset) =>
      (await wallet.balancesOf(userId)).find((balance) => balance.asset === asset)?.spendable ?? 0n,
    promisePayout: (now) => rules.promisePayout(now),
  });
  const payout = createPayout({
    ...base,
    rules,
    withdrawal,
    people: identity.people,
    stopped: custody.stopped,
  });
  const trading = createTrading({
    ...base,
    sending: withdrawal,
    rules,
    market,
    findTraders: identity.findTraders,
    wageOf: (level, quote) => identity.levels.wageOf(level, quote),
    userCount: () => identity.userCount(),
  });
  const fills = followFills({ ...base, people: identity.people, notifyAll: messaging.notifyAll });
  const marketData = createMarketData({ ...base, market });
  const referral = createReferral({
    ...base,
    market,
    people: identity.people,
    levels: identity.levels,
    notify: messaging.notify,
    volumeOf: trading.volumeOf,
    balancesOf: wallet.balancesOf,
  });
  const statements = createStatements({
    ...base,
    secrets,
    referral,
    async holder(userId) {
      const account = await verification.account(userId, { full: true, images: false });
      const { customerKind, companyName, companyNationalId, firstName, lastName, nationalCode } = account;
      if (customerKind === 'COMPANY' && companyName !== '')
        return { name: companyName, nationalCode: companyNationalId };
      return { name: `${firstName} ${lastName}`.trim(), nationalCode };
    },
  });
  const support = createSupport({
    ...base,
    secrets,
    people: identity.people,
    notify: messaging.notify,
    authenticate: identity.authenticate,
  });
  const alerts = createAlerts({
    ...base,
    secrets,
    market,
    people: identity.people,
    notifyAll: messaging.notifyAll,
  });
  const companies = createCompanies({
    ...base,
    secrets,
    people: identity.people,
    intents: identity.intents,
    notify: messaging.notify,
    rules,
    market,
    wallet,
    trading,
    withdrawal,
    async shopFacts(userId) {
      const account = await verification.account(userId, { full: false, images: false });
      const { companyName, companyPhone, companyAddress, firstName, lastName } = account;
      const name = companyName === '' ? `${firstName} ${lastName}`.trim() : companyName;
      return { name, phone: companyPhone, address: companyAddress };
    },
  });
  const reports = createReports({
    ...base,
    market,
    reserves: custody.reserves,
    waiting: {
      reviews: () => verification.countWaiting(),
      withdrawals: () => withdrawal.countInReview(),
      tickets: () => support.countWaiting(),
    },
  });
  const backoffice = createBackoffice({
    db,
    clock,
    people: identity.people,
    branding: brand,
    verification,
    notify: messaging.notify,
    takeOrdersBack,
    levels: identity.levels,
    volumeOf: trading.volumeOf,
    limits: withdrawal.limits,
    money: {
      balances: wallet.balancesOf,
      leaving: withdrawal.leaving,
      frozen: wallet.frozenOf,
      shares: (userId) => readShares(db, userId),
      orders: trading.lastOrders,
      deposits: wallet.lastDeposits,
      withdrawals: (userId, limit) =>
        withdrawal.list(
          userId,
          { asset: null, except: null },
          { limit, size: limit, offset: 0, before: null },
        ),
    },
    waitingMoney: async () => ({
      withdrawals: await withdrawal.countInReview(),
      unclaimed: await custody.countUnclaimed(),
      bankDeposits: await wallet.countBankDeposits(),
      refunds: await companies.countRefunds(),
      ...(await countWaiting(db)),
    }),
    waitingTickets: () => support.countWaiting(),
  });
  const deskRows = {
    ...base,
    emailsOf,
    tables: [
      ...market.deskRows,
      ...referral.deskRows,
      ...LIMIT_ROWS,
      HOT_TARGET_ROWS,
      STORE_LIMIT_ROWS,
      STATISTICS_ROWS,
    ],
    // Nothing to decide, so it is answered when all before it is durable.
    settled: async () => {
      await ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });
    },
  };
  await takeUsualInfo(base, usualInfo);
  await loadContent(base);
  const content = createContent({ ...base, emailsOf });
  const announcements = tellAnnouncementsJob({
    ...base,
    people: identity.people,
    notifyAll: messaging.notifyAll,
  });
  const news = createNews({ ...base, feed: newsFeed(config, clock) });
  const hotWallets = fillHotWallets({
    chains: sandboxChains,
    signer,
    market,
    isRead: custody.isRead,
    log: base.log,
  });
  return {
    rules,
    messaging,
    identity,
    verification,
    market,
    sandboxChains,
    hotWallets,
    custody,
    wallet,
    withdrawal,
    payout,
    trading,
    fills,
    marketData,
    referral,
    statements,
    companies,
    content,
    announcements,
    news,
    brand,
    support,
    webErrors: createWebErrors(base),
    alerts,
    reports,
    backoffice,
    desk: { routes: (http: Http) => addDeskRowRoutes(http, deskRows) },
  };
}

/** Between two looks at a chain; the sandbox's are looked at while somebody waits before the screen. */
const POLL_MS = 10_000;
const SANDBOX_POLL_MS = 2_000;

const LEASE_WAITS = 5;

/**
 * Demo people and their money, once, by the process that settles the books; the lease of a server that was killed runs
 * out first. Where another process has the books, it has done so.
 */
async function seed(
  config: Config,
  {
    db,
    ledger,
    market,
    forwarding,
    verification,
  }: {
    db: Db;
    ledger: Ledger;
    market: Market;
    forwarding: Forwarding | undefined;
    verification: { createDemoPeople(): Promise<Record<string, string>> };
  },
): Promise<void> {
  const until = performance.now() + LEASE_WAITS * config.LEASE_MS;
  while (!ledger.isWriter() && performance.now() < until) {
    if (forwarding?.isReachable()) return;
    await sleep(50);
  }
  const people = await verification.createDemoPeople();
  const [demo, maker, taker] = ['demo', 'maker', 'taker'].map((name) => people[`${name}@sarraf.test`]);
  await showStatistics(db);
  if (demo && maker && taker && ledger.isWriter()) await seedSandbox(ledger, market, { demo, maker, taker });
}
