/** Chooses vendors by the settings: the only module that knows them. */
import { CHAINS, type Chain } from '@sarraf/domain';
import type { AlarmsDeps } from '../alarms/index.ts';
import { type Codec, codecOf } from '../chains/index.ts';
import type { NewsFeed } from '../content/index.ts';
import type { ChainNode, Signer } from '../custody/index.ts';
import type { People } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { loadOrCreateSecret, SANDBOX_APPROVAL_KEY_FILE } from '../platform/config/key-files.ts';
import type { OutgoingVendor } from '../platform/config/outgoing-proxies.ts';
import type { Db } from '../platform/database/database.ts';
import { createVendorConnection, type VendorConnection } from '../platform/outgoing/connections.ts';
import { createTelegram } from '../providers/alarms/telegram.ts';
import { createAlarmWebhookChannel } from '../providers/alarms/webhook.ts';
import { readCertificateExpiry } from '../providers/certificate.ts';
import { createFinnotech } from '../providers/finnotech.ts';
import { createJibit } from '../providers/gateways/jibit.ts';
import { createVandar } from '../providers/gateways/vandar.ts';
import { createZarinpal } from '../providers/gateways/zarinpal.ts';
import { createZibal } from '../providers/gateways/zibal.ts';
import { createGoogle } from '../providers/google.ts';
import { createKavenegar } from '../providers/kavenegar.ts';
import { createChainNode } from '../providers/nodes/chain-nodes.ts';
import { createBinance } from '../providers/prices/binance.ts';
import { createBinanceHistory } from '../providers/prices/binance-history.ts';
import { createBitpin } from '../providers/prices/bitpin.ts';
import { createBybit } from '../providers/prices/bybit.ts';
import { createGate } from '../providers/prices/gate.ts';
import { createKraken } from '../providers/prices/kraken.ts';
import { createKucoin } from '../providers/prices/kucoin.ts';
import { createNobitex } from '../providers/prices/nobitex.ts';
import { createNobitexHistory } from '../providers/prices/nobitex-history.ts';
import { createOkx } from '../providers/prices/okx.ts';
import type { PriceHost } from '../providers/prices/price-http.ts';
import { createRamzinex } from '../providers/prices/ramzinex.ts';
import { createWallex } from '../providers/prices/wallex.ts';
import { createWallexHistory } from '../providers/prices/wallex-history.ts';
import { createSmtp } from '../providers/smtp.ts';
import { createWebhookSender } from '../providers/webhook-https.ts';
import { createSyslogWitness } from '../providers/witness/syslog.ts';
import { createWebhookWitness } from '../providers/witness/webhook.ts';
import { createWordpress } from '../providers/wordpress.ts';
import { createSandboxAlarmCallers } from '../sandbox/sandbox-alarm-callers.ts';
import { createSandboxBank } from '../sandbox/sandbox-bank.ts';
import { createBankReportsJob } from '../sandbox/sandbox-bank-reports.ts';
import { createSandboxChains } from '../sandbox/sandbox-chain.ts';
import { createSandboxGoogle } from '../sandbox/sandbox-google.ts';
import { createSandboxHistory } from '../sandbox/sandbox-history.ts';
import { createSandboxIdentity } from '../sandbox/sandbox-identity.ts';
import { createSandboxKeys } from '../sandbox/sandbox-keys.ts';
import { createSandboxNews } from '../sandbox/sandbox-news.ts';
import { createSandboxOutbox, type SandboxOutbox } from '../sandbox/sandbox-outbox.ts';
import { createSandboxPrices } from '../sandbox/sandbox-prices.ts';
import type { PaymentGateway } from '../wallet/index.ts';
import type { Witness } from '../watch/index.ts';

const connectionFor = ({ outgoing }: Pick<Config, 'outgoing'>, vendor: OutgoingVendor): VendorConnection =>
  createVendorConnection(vendor, outgoing);

export const readCertificateEnd = (config: Pick<Config, 'outgoing'>, host: { host: string; port: number }) =>
  readCertificateExpiry(host, connectionFor(config, 'CERTIFICATES'));

export function createMainNetCodecs(): (chain: Chain) => Codec {
  const codecs = new Map<Chain, Codec>();
  return (chain) => {
    const codec = codecs.get(chain) ?? codecOf(chain, 'main');
    codecs.set(chain, codec);
    return codec;
  };
}

export function createChainNodes(config: Config, signer: Signer): Map<Chain, ChainNode> {
  const createAccountReader = (chain: Chain) => async () => {
    const { chains, older } = await signer.publicKeys();
    const ownAccounts = [chains, ...older.map((seed) => seed.chains)].flatMap((of) => of[chain]?.hot ?? []);
    if (ownAccounts.length === 0) throw new Error(`the signer has no account on ${chain}`);
    return [...new Set(ownAccounts)];
  };
  const { fetch } = connectionFor(config, 'NODES');
  const nodes = new Map<Chain, ChainNode>();
  for (const chain of CHAINS) {
    const address = config.NODES[chain];
    if (address !== undefined)
      nodes.set(chain, createChainNode(chain, address, createAccountReader(chain), fetch));
  }
  return nodes;
}

/** Returns the witnesses that receive the ledger's heads; the file in the data folder always has them. */
export function createWitnesses(config: Config): Witness[] {
  const { WITNESS_SYSLOG, WITNESS_WEBHOOK } = config;
  const connection = connectionFor(config, 'WITNESS');
  return [
    ...(WITNESS_SYSLOG === undefined ? [] : [createSyslogWitness(WITNESS_SYSLOG, connection)]),
    ...(WITNESS_WEBHOOK === undefined ? [] : [createWebhookWitness(WITNESS_WEBHOOK, connection.fetch)]),
  ];
}

/** Returns the configured addresses for alarms; in the sandbox, without any, their simulators. */
export function createAlarmCallers(
  config: Config,
  clock: Clock,
  outbox: SandboxOutbox | undefined,
): AlarmsDeps['callers'] {
  const { ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret, ALARM_WEBHOOK_PRIVATE: inside } = config;
  const { ALARM_TELEGRAM_TOKEN: token, ALARM_TELEGRAM_CHAT: chat, ALARM_TELEGRAM_URL: baseUrl } = config;
  // The operator's address may be internal; those of stores may not.
  const sender = createWebhookSender({
    way: connectionFor(config, 'ALARM_WEBHOOK'),
    trusted: true,
    ...(inside === 'on' && { isPublic: () => true }),
  });
  const { fetch } = connectionFor(config, 'TELEGRAM');
  return {
    ...(outbox && createSandboxAlarmCallers(outbox)),
    ...(url && secret && { WEBHOOK: createAlarmWebhookChannel({ url, secret, sender, clock }) }),
    ...(token && chat && { TELEGRAM: createTelegram({ token, chat, baseUrl, fetch }) }),
  };
}

type PriceVendor =
  | 'BINANCE'
  | 'OKX'
  | 'KUCOIN'
  | 'BYBIT'
  | 'KRAKEN'
  | 'GATE'
  | 'NOBITEX'
  | 'WALLEX'
  | 'BITPIN'
  | 'RAMZINEX';

const createPriceHost = (config: Config, vendor: PriceVendor): PriceHost => ({
  url: config[`${vendor}_URL`],
  fetch: connectionFor(config, vendor).fetch,
});

export function createPriceSources(config: Config, clock: Clock) {
  if (config.sandbox) return createSandboxPrices({ seed: config.PRICE_SEED, clock }).sources;
  return [
    createBinance({
      urls: [config.BINANCE_URL, config.BINANCE_OTHER_URL],
      fetch: connectionFor(config, 'BINANCE').fetch,
      clock,
    }),
    createOkx(createPriceHost(config, 'OKX')),
    createKucoin(createPriceHost(config, 'KUCOIN')),
    createBybit(createPriceHost(config, 'BYBIT')),
    createKraken(createPriceHost(config, 'KRAKEN')),
    createGate(createPriceHost(config, 'GATE')),
    createNobitex(createPriceHost(config, 'NOBITEX')),
    createWallex(createPriceHost(config, 'WALLEX')),
    createBitpin(createPriceHost(config, 'BITPIN')),
    createRamzinex(createPriceHost(config, 'RAMZINEX')),
  ];
}

export function createPriceHistories(config: Config, clock: Clock) {
  if (config.sandbox) return [createSandboxHistory({ seed: config.PRICE_SEED, clock })];
  return [
    createBinanceHistory(createPriceHost(config, 'BINANCE')),
    createNobitexHistory(createPriceHost(config, 'NOBITEX')),
    createWallexHistory(createPriceHost(config, 'WALLEX')),
  ];
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Sends to stores' programs. In a sandbox that only its own machine can address they may run on that machine, where
 * developers try them.
 */
export const createStoreWebhooks = (config: Pick<Config, 'sandbox' | 'PUBLIC_URL' | 'outgoing'>) =>
  createWebhookSender({
    way: connectionFor(config, 'WEBHOOKS'),
    loopback: config.sandbox && LOOPBACK.test(new URL(config.PUBLIC_URL).hostname),
  });

/** Returns the gateways that are switched on. */
export const createGateways = (config: Config): PaymentGateway[] => [
  ...(config.ZARINPAL_MERCHANT_ID
    ? [
        createZarinpal({
          merchantId: config.ZARINPAL_MERCHANT_ID,
          baseUrl: config.ZARINPAL_URL,
          fetch: connectionFor(config, 'ZARINPAL').fetch,
        }),
      ]
    : []),
  ...(config.VANDAR_API_KEY
    ? [
        createVandar({
          apiKey: config.VANDAR_API_KEY,
          baseUrl: config.VANDAR_URL,
          fetch: connectionFor(config, 'VANDAR').fetch,
        }),
      ]
    : []),
  ...(config.ZIBAL_MERCHANT
    ? [
        createZibal({
          merchant: config.ZIBAL_MERCHANT,
          baseUrl: config.ZIBAL_URL,
          fetch: connectionFor(config, 'ZIBAL').fetch,
        }),
      ]
    : []),
  ...(config.JIBIT_API_KEY && config.JIBIT_SECRET_KEY
    ? [
        createJibit({
          apiKey: config.JIBIT_API_KEY,
          secretKey: config.JIBIT_SECRET_KEY,
          baseUrl: config.JIBIT_URL,
          fetch: connectionFor(config, 'JIBIT').fetch,
        }),
      ]
    : []),
];

/** An account that doesn't exist: its check digits are right, its number is all zeros. */
const SANDBOX_ACCOUNT = { sheba: '060170000000000000000000', owner: 'صرافی نمونه' };

export function readBankAccount({ BANK_SHEBA: sheba, BANK_OWNER: owner, sandbox }: Config) {
  if (sheba && owner) return { sheba: sheba.replace(/^IR/, ''), owner };
  return sandbox ? SANDBOX_ACCOUNT : null;
}

/** Both are required in production by config.ts. */
export const createConfiguredSmtp = (config: Config) =>
  createSmtp({
    url: config.SMTP_URL as string,
    from: config.MAIL_FROM as string,
    way: connectionFor(config, 'SMTP'),
  });
export const createConfiguredKavenegar = (config: Config) =>
  createKavenegar({
    apiKey: config.KAVENEGAR_API_KEY as string,
    baseUrl: config.KAVENEGAR_URL,
    fetch: connectionFor(config, 'KAVENEGAR').fetch,
    template: config.KAVENEGAR_TEMPLATE,
    sender: config.KAVENEGAR_SENDER,
  });

/** Returns the real one if it is configured, its simulator in the sandbox, none in production. */
export function createGoogleSignIn(config: Config) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = config;
  const { fetch } = connectionFor(config, 'GOOGLE');
  if (clientId && clientSecret) return { google: createGoogle({ issuer, clientId, clientSecret, fetch }) };
  if (!config.sandbox) return {};
  const sandboxGoogle = createSandboxGoogle(config.PUBLIC_URL);
  return { google: sandboxGoogle, sandboxGoogle };
}

/** Returns the configured site, samples in the sandbox, or none in production. */
export function createNewsFeed(config: Config, clock: Clock): NewsFeed | undefined {
  if (config.NEWS_URL) return createWordpress({ url: config.NEWS_URL, way: connectionFor(config, 'NEWS') });
  return config.sandbox ? createSandboxNews(clock) : undefined;
}

/** All four are required in production by config.ts. */
export const createConfiguredFinnotech = (config: Config, clock: Clock) =>
  createFinnotech({
    baseUrl: config.FINNOTECH_URL,
    fetch: connectionFor(config, 'FINNOTECH').fetch,
    clientId: config.FINNOTECH_CLIENT_ID as string,
    clientSecret: config.FINNOTECH_CLIENT_SECRET as string,
    nationalCode: config.FINNOTECH_NATIONAL_CODE as string,
    redirectUri: `${config.PUBLIC_URL}/profile/fino-verifying`,
    now: () => clock.now(),
  });

export function createSandboxIdentityProvider(db: Db, outbox: SandboxOutbox) {
  const { provider, chooseScenario } = createSandboxIdentity({ db, texter: outbox.ways.texter });
  return { provider, chooseScenario };
}

/** Each of these is undefined outside the sandbox. */
export const createOutboxInSandbox = ({ config, db, clock }: { config: Config; db: Db; clock: Clock }) =>
  config.sandbox ? createSandboxOutbox({ db, clock }) : undefined;

export const createBankInSandbox = (config: Config, db: Db) =>
  config.sandbox ? createSandboxBank(db, config.PUBLIC_URL) : undefined;

/** The sandbox's bank uploads on its own what staff uploads in production; two of the demo's staff act for it. */
export const createReportJobsInSandbox = ({
  people,
  ...reports
}: Pick<Parameters<typeof createBankReportsJob>[0], 'db' | 'clock' | 'imports'> & {
  people: Pick<People, 'findByEmail'>;
  config: Config;
}) => [
  createBankReportsJob({
    ...reports,
    sheba: readBankAccount(reports.config)?.sheba ?? SANDBOX_ACCOUNT.sheba,
    async staff() {
      const found = await Promise.all(
        ['staff@sarraf.test', 'staff2@sarraf.test'].map((email) => people.findByEmail(email)),
      );
      const [one, two] = found.map((person) => person?.id);
      return one && two ? [one, two] : null;
    },
  }),
];

export const createKeysInSandbox = ({ sandbox, DATA_DIR }: Config) =>
  sandbox ? createSandboxKeys(loadOrCreateSecret(DATA_DIR, SANDBOX_APPROVAL_KEY_FILE)) : undefined;

export const createChainsInSandbox = (
  { config, db, clock, ledger }: { config: Config; db: Db; clock: Clock; ledger: Pick<Ledger, 'isWriter'> },
  codecOf: (chain: Chain) => Codec,
) =>
  config.sandbox ? createSandboxChains({ db, clock, codecOf, isActive: () => ledger.isWriter() }) : undefined;
