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
import { loadOrCreateSecret, SANDBOX_KEYS } from '../platform/config/kept-secret.ts';
import type { OutgoingVendor } from '../platform/config/outgoing-proxies.ts';
import type { Db } from '../platform/database/database.ts';
import { type WayOut, wayOutTo } from '../platform/outgoing/ways-out.ts';
import { createTelegram } from '../providers/alarms/telegram.ts';
import { createAlarmWebhook } from '../providers/alarms/webhook.ts';
import { certificateEnd } from '../providers/certificate.ts';
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
import { bankReportsJob } from '../sandbox/sandbox-bank-reports.ts';
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

const wayOf = ({ outgoing }: Pick<Config, 'outgoing'>, vendor: OutgoingVendor): WayOut =>
  wayOutTo(vendor, outgoing);

export const certificateEndOf = (config: Pick<Config, 'outgoing'>, host: { host: string; port: number }) =>
  certificateEnd(host, wayOf(config, 'CERTIFICATES'));

export function codecsOfMainNets(): (chain: Chain) => Codec {
  const codecs = new Map<Chain, Codec>();
  return (chain) => {
    const codec = codecs.get(chain) ?? codecOf(chain, 'main');
    codecs.set(chain, codec);
    return codec;
  };
}

export function chainNodes(config: Config, signer: Signer): Map<Chain, ChainNode> {
  const accountsOf = (chain: Chain) => async () => {
    const { chains, older } = await signer.publicKeys();
    const own = [chains, ...older.map((seed) => seed.chains)].flatMap((of) => of[chain]?.hot ?? []);
    if (own.length === 0) throw new Error(`the signer has no account on ${chain}`);
    return [...new Set(own)];
  };
  const { fetch } = wayOf(config, 'NODES');
  const nodes = new Map<Chain, ChainNode>();
  for (const chain of CHAINS) {
    const address = config.NODES[chain];
    if (address !== undefined) nodes.set(chain, createChainNode(chain, address, accountsOf(chain), fetch));
  }
  return nodes;
}

/** Returns the witnesses that receive the ledger's heads; the file in the data folder always has them. */
export function witnesses(config: Config): Witness[] {
  const { WITNESS_SYSLOG, WITNESS_WEBHOOK } = config;
  const way = wayOf(config, 'WITNESS');
  return [
    ...(WITNESS_SYSLOG === undefined ? [] : [createSyslogWitness(WITNESS_SYSLOG, way)]),
    ...(WITNESS_WEBHOOK === undefined ? [] : [createWebhookWitness(WITNESS_WEBHOOK, way.fetch)]),
  ];
}

/** Returns the configured addresses for alarms; in the sandbox, without any, their simulators. */
export function alarmCallers(
  config: Config,
  clock: Clock,
  outbox: SandboxOutbox | undefined,
): AlarmsDeps['callers'] {
  const { ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret, ALARM_WEBHOOK_PRIVATE: inside } = config;
  const { ALARM_TELEGRAM_TOKEN: token, ALARM_TELEGRAM_CHAT: chat, ALARM_TELEGRAM_URL: baseUrl } = config;
  // The operator's address may be internal; those of stores may not.
  const sender = createWebhookSender({
    way: wayOf(config, 'ALARM_WEBHOOK'),
    trusted: true,
    ...(inside === 'on' && { isPublic: () => true }),
  });
  const { fetch } = wayOf(config, 'TELEGRAM');
  return {
    ...(outbox && createSandboxAlarmCallers(outbox)),
    ...(url && secret && { WEBHOOK: createAlarmWebhook({ url, secret, sender, clock }) }),
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

const hostOf = (config: Config, vendor: PriceVendor): PriceHost => ({
  url: config[`${vendor}_URL`],
  fetch: wayOf(config, vendor).fetch,
});

export function priceSources(config: Config, clock: Clock) {
  if (config.sandbox) return createSandboxPrices({ seed: config.PRICE_SEED, clock }).sources;
  return [
    createBinance({
      urls: [config.BINANCE_URL, config.BINANCE_OTHER_URL],
      fetch: wayOf(config, 'BINANCE').fetch,
      clock,
    }),
    createOkx(hostOf(config, 'OKX')),
    createKucoin(hostOf(config, 'KUCOIN')),
    createBybit(hostOf(config, 'BYBIT')),
    createKraken(hostOf(config, 'KRAKEN')),
    createGate(hostOf(config, 'GATE')),
    createNobitex(hostOf(config, 'NOBITEX')),
    createWallex(hostOf(config, 'WALLEX')),
    createBitpin(hostOf(config, 'BITPIN')),
    createRamzinex(hostOf(config, 'RAMZINEX')),
  ];
}

export function priceHistories(config: Config, clock: Clock) {
  if (config.sandbox) return [createSandboxHistory({ seed: config.PRICE_SEED, clock })];
  return [
    createBinanceHistory(hostOf(config, 'BINANCE')),
    createNobitexHistory(hostOf(config, 'NOBITEX')),
    createWallexHistory(hostOf(config, 'WALLEX')),
  ];
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Sends to stores' programs. In a sandbox that only its own machine can address they may run on that machine, where
 * developers try them.
 */
export const storeWebhooks = (config: Pick<Config, 'sandbox' | 'PUBLIC_URL' | 'outgoing'>) =>
  createWebhookSender({
    way: wayOf(config, 'WEBHOOKS'),
    loopback: config.sandbox && LOOPBACK.test(new URL(config.PUBLIC_URL).hostname),
  });

/** Returns the gateways that are switched on. */
export const gateways = (config: Config): PaymentGateway[] => [
  ...(config.ZARINPAL_MERCHANT_ID
    ? [
        createZarinpal({
          merchantId: config.ZARINPAL_MERCHANT_ID,
          baseUrl: config.ZARINPAL_URL,
          fetch: wayOf(config, 'ZARINPAL').fetch,
        }),
      ]
    : []),
  ...(config.VANDAR_API_KEY
    ? [
        createVandar({
          apiKey: config.VANDAR_API_KEY,
          baseUrl: config.VANDAR_URL,
          fetch: wayOf(config, 'VANDAR').fetch,
        }),
      ]
    : []),
  ...(config.ZIBAL_MERCHANT
    ? [
        createZibal({
          merchant: config.ZIBAL_MERCHANT,
          baseUrl: config.ZIBAL_URL,
          fetch: wayOf(config, 'ZIBAL').fetch,
        }),
      ]
    : []),
  ...(config.JIBIT_API_KEY && config.JIBIT_SECRET_KEY
    ? [
        createJibit({
          apiKey: config.JIBIT_API_KEY,
          secretKey: config.JIBIT_SECRET_KEY,
          baseUrl: config.JIBIT_URL,
          fetch: wayOf(config, 'JIBIT').fetch,
        }),
      ]
    : []),
];

/** An account that doesn't exist: its check digits are right, its number is all zeros. */
const SANDBOX_ACCOUNT = { sheba: '060170000000000000000000', owner: 'صرافی نمونه' };

export function bankAccount({ BANK_SHEBA: sheba, BANK_OWNER: owner, sandbox }: Config) {
  if (sheba && owner) return { sheba: sheba.replace(/^IR/, ''), owner };
  return sandbox ? SANDBOX_ACCOUNT : null;
}

/** Both are required in production by config.ts. */
export const smtp = (config: Config) =>
  createSmtp({
    url: config.SMTP_URL as string,
    from: config.MAIL_FROM as string,
    way: wayOf(config, 'SMTP'),
  });
export const kavenegar = (config: Config) =>
  createKavenegar({
    apiKey: config.KAVENEGAR_API_KEY as string,
    baseUrl: config.KAVENEGAR_URL,
    fetch: wayOf(config, 'KAVENEGAR').fetch,
    template: config.KAVENEGAR_TEMPLATE,
    sender: config.KAVENEGAR_SENDER,
  });

/** Returns the real one if it is configured, its simulator in the sandbox, none in production. */
export function google(config: Config) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = config;
  const { fetch } = wayOf(config, 'GOOGLE');
  if (clientId && clientSecret) return { google: createGoogle({ issuer, clientId, clientSecret, fetch }) };
  if (!config.sandbox) return {};
  const sandboxGoogle = createSandboxGoogle(config.PUBLIC_URL);
  return { google: sandboxGoogle, sandboxGoogle };
}

/** Returns the configured site, samples in the sandbox, or none in production. */
export function newsFeed(config: Config, clock: Clock): NewsFeed | undefined {
  if (config.NEWS_URL) return createWordpress({ url: config.NEWS_URL, way: wayOf(config, 'NEWS') });
  return config.sandbox ? createSandboxNews(clock) : undefined;
}

/** All four are required in production by config.ts. */
export const finnotech = (config: Config, clock: Clock) =>
  createFinnotech({
    baseUrl: config.FINNOTECH_URL,
    fetch: wayOf(config, 'FINNOTECH').fetch,
    clientId: config.FINNOTECH_CLIENT_ID as string,
    clientSecret: config.FINNOTECH_CLIENT_SECRET as string,
    nationalCode: config.FINNOTECH_NATIONAL_CODE as string,
    redirectUri: `${config.PUBLIC_URL}/profile/fino-verifying`,
    now: () => clock.now(),
  });

export function sandboxIdentity(db: Db, outbox: SandboxOutbox) {
  const { provider, choose } = createSandboxIdentity({ db, texter: outbox.ways.texter });
  return { provider, chooseScenario: choose };
}

/** Each of these is undefined outside the sandbox. */
export const sandboxOutbox = ({ config, db, clock }: { config: Config; db: Db; clock: Clock }) =>
  config.sandbox ? createSandboxOutbox({ db, clock }) : undefined;

export const sandboxBank = (config: Config, db: Db) =>
  config.sandbox ? createSandboxBank(db, config.PUBLIC_URL) : undefined;

/** The sandbox's bank uploads on its own what staff uploads in production; two of the demo's staff act for it. */
export const sandboxReports = ({
  people,
  ...reports
}: Pick<Parameters<typeof bankReportsJob>[0], 'db' | 'clock' | 'imports'> & {
  people: Pick<People, 'findByEmail'>;
  config: Config;
}) => [
  bankReportsJob({
    ...reports,
    sheba: bankAccount(reports.config)?.sheba ?? SANDBOX_ACCOUNT.sheba,
    async staff() {
      const found = await Promise.all(
        ['staff@sarraf.test', 'staff2@sarraf.test'].map((email) => people.findByEmail(email)),
      );
      const [one, two] = found.map((person) => person?.id);
      return one && two ? [one, two] : null;
    },
  }),
];

export const sandboxKeys = ({ sandbox, DATA_DIR }: Config) =>
  sandbox ? createSandboxKeys(loadOrCreateSecret(DATA_DIR, SANDBOX_KEYS)) : undefined;

export const sandboxChainsOf = (
  { config, db, clock, ledger }: { config: Config; db: Db; clock: Clock; ledger: Pick<Ledger, 'isWriter'> },
  codecOf: (chain: Chain) => Codec,
) =>
  config.sandbox ? createSandboxChains({ db, clock, codecOf, isActive: () => ledger.isWriter() }) : undefined;
