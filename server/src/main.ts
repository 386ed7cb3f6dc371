import { createBackoffice } from './backoffice/index.ts';
import { createContent } from './content/index.ts';
import { addHealth } from './health.ts';
import { createIdentity } from './identity/index.ts';
import { createLedger, forgetRepliesJob, type Ledger } from './ledger/index.ts';
import { createMarket, type Market } from './market/index.ts';
import { createMessaging } from './messaging/index.ts';
import { type Bus, createBus } from './platform/bus.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type Db, openDatabase } from './platform/database.ts';
import { keepDatabase } from './platform/embedded.ts';
import { closeHttp, createHttp } from './platform/http.ts';
import { startJobs } from './platform/jobs.ts';
import { createLog, type Log } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { createSecrets } from './platform/secrets.ts';
import { Stream } from './platform/stream.ts';
import { serveWeb } from './platform/web-files.ts';
import { createBinance } from './providers/binance.ts';
import { createFinnotech } from './providers/finnotech.ts';
import { createGoogle } from './providers/google.ts';
import { createKavenegar } from './providers/kavenegar.ts';
import { createNobitex } from './providers/nobitex.ts';
import { createSandboxBank } from './providers/sandbox-bank.ts';
import { createSandboxGoogle } from './providers/sandbox-google.ts';
import { createSandboxIdentity } from './providers/sandbox-identity.ts';
import { createSandboxOutbox, type SandboxOutbox } from './providers/sandbox-outbox.ts';
import { createSandboxPrices } from './providers/sandbox-prices.ts';
import { createSmtp } from './providers/smtp.ts';
import { createWallex } from './providers/wallex.ts';
import { createZarinpal } from './providers/zarinpal.ts';
import { seedSandbox } from './seed-sandbox.ts';
import { createTrading } from './trading/index.ts';
import { createVerification } from './verification/index.ts';
import { createWallet } from './wallet/index.ts';

export interface Sarraf {
  url: string;
  /** Takes no new requests, finishes what runs, closes. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** The built web; unset: the API alone. */
  webRoot?: string;
  clock?: Clock;
}

/** The only wiring: settings, providers, capabilities, routes. Answers when it serves. */
export async function startSarraf(
  config: Config,
  { webRoot, clock = systemClock }: StartOptions = {},
): Promise<Sarraf> {
  const log = createLog(config.LOG_LEVEL);
  const kept = await keepDatabase(config, log);
  await migrate(kept.url);
  const { db, close } = openDatabase(kept.url, config.DATABASE_POOL);
  const bus = createBus();
  const ledger = await createLedger({
    url: kept.url,
    leaseMs: config.LEASE_MS,
    log,
    onRole: (writer) =>
      log.info(
        { area: 'ledger' },
        writer ? 'this process settles the books' : 'this process does not settle the books',
      ),
  });
  const parts = await capabilities({ config, clock, log, db, bus, ledger });
  const { identity, market } = parts;
  const http = await createHttp({ config, log, clock, authenticate: identity.authenticate });
  const stream = new Stream(http, identity.authenticate);
  stream.openPrivateChannel('wallets');
  bus.subscribe('wallets', ({ userId, coins }) => stream.publishTo(userId, 'wallets', { coins }));
  bus.subscribe('user', ({ userId }) => stream.drop(userId));
  addHealth(http, db, ledger);
  market.routes(http, stream);
  parts.trading.routes(http, stream);
  for (const part of [
    identity,
    parts.verification,
    parts.wallet,
    parts.content,
    parts.messaging,
    parts.backoffice,
  ])
    part.routes(http);
  if (webRoot) await serveWeb(http, webRoot);

  await market.start();
  if (config.sandbox) await seed(config, ledger, market, parts.verification);
  const jobs = await startJobs(
    kept.url,
    [
      ...market.jobs,
      ...identity.jobs,
      ...parts.messaging.jobs,
      ...parts.verification.jobs,
      ...parts.wallet.jobs,
      ...parts.trading.jobs,
      forgetRepliesJob(db),
    ],
    log,
  );
  await http.app.listen({ port: config.PORT, host: config.HOST });
  return {
    url: config.PUBLIC_URL,
    async stop() {
      stream.close();
      await closeHttp(http);
      await jobs.stop();
      await market.stop();
      await ledger.stop();
      await parts.messaging.stop();
      await close();
      await kept.stop();
    },
  };
}

interface Base {
  config: Config;
  clock: Clock;
  log: Log;
  db: Db;
  bus: Bus;
  ledger: Ledger;
}

async function capabilities(base: Base) {
  const { config, clock, db } = base;
  const secrets = createSecrets(config.SECRET_KEY);
  const outbox = config.sandbox ? createSandboxOutbox({ db, clock }) : undefined;
  const messaging = createMessaging({
    ...base,
    ...(outbox ? { ...outbox.ways, outbox } : { mailer: smtp(config), texter: kavenegar(config) }),
  });
  const identity = await createIdentity({
    ...base,
    secrets,
    codeSender: messaging.codeSender,
    ...google(config),
  });
  const verification = createVerification({
    ...base,
    secrets,
    people: identity.people,
    levels: identity.levels,
    volumeOf: (userId) => trading.volumeOf(userId),
    notify: messaging.notify,
    ...(outbox ? sandboxIdentity(db, outbox) : { provider: finnotech(config, clock) }),
  });
  const market = await createMarket({ ...base, sources: priceSources(config, clock) });
  const sandboxBank = config.sandbox ? createSandboxBank(db, config.PUBLIC_URL) : undefined;
  const wallet = createWallet({
    ...base,
    market,
    verifiedCards: (userId) => verification.verifiedCards(userId),
    gateways: [...(sandboxBank ? [sandboxBank] : []), ...zarinpal(config)],
    ...(sandboxBank && { sandboxBank }),
  });
  const trading = createTrading({
    ...base,
    market,
    wageOf: (level, quote) => identity.levels.wageOf(level, quote),
    userCount: () => identity.userCount(),
  });
  const backoffice = createBackoffice({
    db,
    clock,
    people: identity.people,
    verification,
    notify: messaging.notify,
  });
  const content = createContent({ db });
  return { messaging, identity, verification, market, wallet, trading, content, backoffice };
}

function priceSources(config: Config, clock: Clock) {
  if (config.sandbox) return createSandboxPrices({ seed: config.PRICE_SEED, clock }).sources;
  return [
    createBinance({ url: config.BINANCE_URL, clock }),
    createNobitex({ url: config.NOBITEX_URL }),
    createWallex({ url: config.WALLEX_URL }),
  ];
}

const zarinpal = ({ ZARINPAL_MERCHANT_ID, ZARINPAL_URL }: Config) =>
  ZARINPAL_MERCHANT_ID ? [createZarinpal({ merchantId: ZARINPAL_MERCHANT_ID, baseUrl: ZARINPAL_URL })] : [];

/** Both are needed in production; config.ts sees to it. */
const smtp = ({ SMTP_URL, MAIL_FROM }: Config) =>
  createSmtp({ url: SMTP_URL as string, from: MAIL_FROM as string });
const kavenegar = (config: Config) =>
  createKavenegar({
    apiKey: config.KAVENEGAR_API_KEY as string,
    baseUrl: config.KAVENEGAR_URL,
    template: config.KAVENEGAR_TEMPLATE,
    sender: config.KAVENEGAR_SENDER,
  });

/** The real one where it is set up, its twin in the sandbox, none in production. */
function google(config: Config) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = config;
  if (clientId && clientSecret) return { google: createGoogle({ issuer, clientId, clientSecret }) };
  if (!config.sandbox) return {};
  const sandboxGoogle = createSandboxGoogle(config.PUBLIC_URL);
  return { google: sandboxGoogle, sandboxGoogle };
}

/** All four are needed in production; config.ts sees to it. */
const finnotech = (config: Config, clock: Clock) =>
  createFinnotech({
    baseUrl: config.FINNOTECH_URL,
    clientId: config.FINNOTECH_CLIENT_ID as string,
    clientSecret: config.FINNOTECH_CLIENT_SECRET as string,
    nationalCode: config.FINNOTECH_NATIONAL_CODE as string,
    redirectUri: `${config.PUBLIC_URL}/profile/fino-verifying`,
    now: () => clock.now(),
  });

function sandboxIdentity(db: Db, outbox: SandboxOutbox) {
  const { provider, choose } = createSandboxIdentity({ db, texter: outbox.ways.texter });
  return { provider, chooseScenario: choose };
}

const LEASE_WAITS = 5;

/** Demo people and their money. The lease of a server that was killed runs out first. */
async function seed(
  config: Config,
  ledger: Ledger,
  market: Market,
  verification: { createDemoPeople(): Promise<Record<string, string>> },
): Promise<void> {
  const until = performance.now() + LEASE_WAITS * config.LEASE_MS;
  while (!ledger.isWriter() && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const people = await verification.createDemoPeople();
  const demo = people['demo@sarraf.test'];
  if (demo && ledger.isWriter()) await seedSandbox(ledger, market, demo);
}
