import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Chain, isChain, isSheba, MINUTE_MS } from '@sarraf/domain';
import { BACKUP_NAMES, type RateClass } from '@sarraf/domain/contracts';
import { type Static, type TProperties, Type } from 'typebox';
import { Value } from 'typebox/value';
import { findFolderError } from '../data-folder.ts';
import { StartError } from '../start-error.ts';
import { normalizeDatabaseUrl } from './database-url.ts';
import { loadOrCreateSecret, loadSealingKey, type SealingKey, type SecretKeys } from './key-files.ts';
import { type OutgoingProxies, parseOutgoingProxies } from './outgoing-proxies.ts';
import {
  checkCollectorUrl,
  checkSignerUrl,
  checkWitnessUrl,
  listNodeUrlErrors,
  listSecretErrors,
  listVendorUrlErrors,
} from './production.ts';
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

const Port = Type.Integer({ minimum: 1, maximum: 65535 });
const Url = Type.String({ pattern: '^https?://[^\\s/]+' });
const Rate = Type.Integer({ minimum: 1, maximum: 10_000_000 });

/** All settings: name, format, default and purpose (docs/configuration.md has a row for each). */
export const Settings = Type.Object({
  MODE: Type.Enum(['sandbox', 'production'], {
    default: 'sandbox',
    description: 'sandbox has everything inside; production accepts no sandbox provider',
  }),
  PORT: Type.Integer({ ...Port, default: 8080, description: 'one port for web and API' }),
  HOST: Type.String({ default: '127.0.0.1', minLength: 1, description: 'address to listen on' }),
  DATA_DIR: Type.String({
    default: './data',
    minLength: 1,
    description: 'embedded database, uploads, sandbox state',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'a PostgreSQL 15 server, or several of which one takes writes (host:port,host:port); unset: an embedded one in DATA_DIR',
    }),
  ),
  DATABASE_OWNER_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'the same database as the role that owns its tables: migrations, backups; unset: they are made by DATABASE_URL, or by `npm run migrate` beforehand',
    }),
  ),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://[^\\s,]+(,postgres(ql)?://[^\\s,]+)*$',
      description:
        'streaming replicas of DATABASE_URL, with commas: they serve history, files, statements, reports and most of the audit; unset: the primary does',
    }),
  ),
  DATABASE_READ_BEHIND_MS: Type.Integer({
    minimum: 2_000,
    maximum: 600_000,
    default: 10_000,
    description: 'a replica that is further behind is left alone',
  }),
  DATABASE_SIGNER_ROLE: Type.String({
    default: 'sarraf_signer',
    pattern: '^[A-Za-z_][A-Za-z0-9_-]*$',
    description: 'the role that the signer reads as; it gets its rights with each migration, where it exists',
  }),
  NATS_URL: Type.Optional(
    Type.String({
      pattern: '^((nats|tls)://[^\\s/,]+(,(?!$)|$))+$',
      description:
        'for several server processes: nats://user:password@host:4222, tls:// for TLS, several with commas; inside the private network (unset: one process)',
    }),
  ),
  PUBLIC_URL: Type.Optional(
    Type.String({
      ...Url,
      description: 'what people type; return addresses of payments must be on it (default: http://HOST:PORT)',
    }),
  ),
  SECRET_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description:
        '32 random bytes in base64: encrypts personal data, signs blind indexes (sandbox: made in DATA_DIR)',
    }),
  ),
  BACKUP_JOBS: Type.Optional(
    Type.String({
      pattern: `^(${BACKUP_NAMES.join('|')})(,(${BACKUP_NAMES.join('|')}))*$`,
      description: 'the copies that are made unattended, with commas; one that fails or is late is an alarm',
    }),
  ),
  BACKUP_RECORDS: Type.String({
    minLength: 1,
    default: '/var/lib/sarraf-backup',
    description: 'the folder in which the units of the copies record each run',
  }),
  DRILL_RECORD: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'last-drill.json of `npm run drill`, shown in the back office; unset: no drill is expected',
    }),
  ),
  ALARM_ESCALATE_MINUTES: Type.Integer({
    minimum: 1,
    maximum: 1_440,
    default: 10,
    description: 'an unacknowledged alarm escalates by a step after this many minutes',
  }),
  ALARM_REMIND_HOURS: Type.Integer({
    minimum: 1,
    maximum: 168,
    default: 4,
    description: 'an acknowledged alarm that lasts is brought up again after so many hours',
  }),
  BANK_ALARM_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 72,
    description:
      'a difference between bank and ledger, an unexplained bank line, an open gateway settlement, or money in suspense is an alarm after this many hours',
  }),
  BANK_STOP_TOMAN: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'all outgoing payments stop once more Toman than this differ between bank and ledger or are unexplained for BANK_ALARM_HOURS; unset: nothing stops automatically',
    }),
  ),
  ALARM_LANGUAGE: Type.Enum(['fa', 'en'], {
    default: 'fa',
    description: 'the language of what goes to ALARM_TELEGRAM_CHAT; colleagues are written in their own',
  }),
  ALARM_WEBHOOK_URL: Type.Optional(
    Type.String({
      pattern: '^https://[^\\s/@]+(/\\S*)?$',
      description:
        'an address that urgent alarms are posted to at the third step, signed with ALARM_WEBHOOK_SECRET',
    }),
  ),
  ALARM_WEBHOOK_SECRET: Type.Optional(
    Type.String({ minLength: 32, description: 'what the posts to ALARM_WEBHOOK_URL are signed with' }),
  ),
  ALARM_WEBHOOK_PRIVATE: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'off',
    description: 'on: ALARM_WEBHOOK_URL may be in the private network',
  }),
  ALARM_TELEGRAM_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[0-9]+:[A-Za-z0-9_-]{30,}$',
      description: 'of a bot that writes urgent alarms to ALARM_TELEGRAM_CHAT at the third step',
    }),
  ),
  ALARM_TELEGRAM_CHAT: Type.Optional(
    Type.String({ pattern: '^(-?[0-9]+|@[A-Za-z0-9_]{5,})$', description: 'the chat it writes to' }),
  ),
  ALARM_TELEGRAM_URL: Type.String({
    ...Url,
    default: 'https://api.telegram.org',
    description: 'base address of the Telegram Bot API, or of another with the same calls',
  }),
  ALARM_CERTIFICATES: Type.Optional(
    Type.String({
      pattern: '^[^\\s,:]+:[0-9]+(,[^\\s,:]+:[0-9]+)*$',
      description:
        'host:port with commas: their TLS certificates are looked at beside those of PUBLIC_URL and of a witness by tls://',
    }),
  ),
  ALARM_ENDS: Type.Optional(
    Type.String({
      pattern: '^[^=,]+=\\d{4}-\\d{2}-\\d{2}(,[^=,]+=\\d{4}-\\d{2}-\\d{2})*$',
      description:
        'what else ends, and when: a key of a provider, a domain (Kavenegar=2027-03-01, with commas); an alarm comes 14 days before',
    }),
  ),
  ALARM_RUNBOOK_URL: Type.Optional(
    Type.String({ ...Url, description: 'where docs/runbook.md is read, for the links of the back office' }),
  ),
  SECRET_KEYS_OTHER: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$',
      description:
        'keys beside SECRET_KEY that open what was sealed with them, with commas, while one takes the place of another (`npm run rotate-key`)',
    }),
  ),
  SIGNER_URL: Type.Optional(
    Type.String({
      pattern: '^(unix:/|https?://).',
      description: 'where the signer listens: unix:/path or http://host:port (sandbox: a socket in DATA_DIR)',
    }),
  ),
  SIGNER_TOKEN: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'what the signer knows the server by (sandbox: made in DATA_DIR)',
    }),
  ),
  SEAL_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description:
        '32 random bytes in base64, the same at the server and the signer: seals what leaves (sandbox: made in DATA_DIR)',
    }),
  ),
  BOOKS_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description:
        '32 random bytes in base64: authenticates the ledger and the audit log permanently (sandbox: made in DATA_DIR)',
    }),
  ),
  WITNESS_SYSLOG: Type.Optional(
    Type.String({
      pattern: '^(udp|tcp|tls)://[^\\s/]+$',
      description:
        'a syslog server that receives the heads of ledger and audit log, and the violations that the audit finds: tls://host:6514, tcp:// or udp://',
    }),
  ),
  WITNESS_WEBHOOK: Type.Optional(
    Type.String({ ...Url, description: 'the same as JSON to an address of your own' }),
  ),
  NODES: Type.Optional(
    Type.String({
      description:
        'JSON of chain and address of its node, {"BITCOIN":"http://user:password@host:8332"}; a chain without one is off (sandbox: all are inside)',
    }),
  ),
  TRUST_PROXY: Type.Optional(
    Type.String({
      description:
        'behind reverse proxies that set X-Forwarded-For: how many (1), or their addresses (127.0.0.1, 10.0.0.0/8); unset: no header is trusted',
    }),
  ),
  CONNECTIONS_PER_ADDRESS: Type.Integer({
    minimum: 8,
    maximum: 1_000_000,
    default: 1000,
    description:
      'concurrent connections of one address, and its streams; those of a trusted proxy are not counted',
  }),
  HEADERS_MS: Type.Integer({
    minimum: 200,
    maximum: 30_000,
    default: 10_000,
    description: 'how long a connection may be silent before the headers of its request are whole',
  }),
  OUTGOING_PROXY: Type.Optional(
    Type.String({
      description:
        'what we call outside is reached by this proxy: http://user:password@host:port (CONNECT) or socks5://; unset: directly',
    }),
  ),
  OUTGOING_PROXIES: Type.Optional(
    Type.String({
      description:
        'JSON of a vendor and the proxy that it alone is reached by, or "direct": {"NOBITEX":"direct"}; others go by OUTGOING_PROXY',
    }),
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_534,
      description:
        'figures for monitoring at /metrics of this private port; those of the worker at the next one (unset: none)',
    }),
  ),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'address of the private network to listen on for that',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/@?#]+(/[^\\s?#]*)?$',
      description:
        'an OpenTelemetry collector that takes traces by OTLP over HTTP, http://127.0.0.1:4318 (unset: no traces)',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0.1,
    description: 'share of the traces that begin here which are kept, 0 to 1',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
    default: 'info',
    description: 'pino level',
  }),
  COMMIT: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{7,40}$',
      description: 'what this was built from, for /health/live; unset: as the checkout says, if it is one',
    }),
  ),
  DATABASE_POOL: Type.Integer({
    minimum: 2,
    maximum: 100,
    default: 10,
    description: 'connections for reads and small writes',
  }),
  LEASE_MS: Type.Integer({
    minimum: 200,
    maximum: 60_000,
    default: 3000,
    description: 'how long a silent ledger writer keeps its lease',
  }),
  PRICE_SEED: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    default: 2026,
    description: 'seed of the sandbox price simulation',
  }),
  SMTP_URL: Type.Optional(
    Type.String({ pattern: '^smtps?://', description: 'mail server, smtps://user:password@host' }),
  ),
  MAIL_FROM: Type.Optional(Type.String({ pattern: '@', description: 'sender of e-mails' })),
  ZARINPAL_MERCHANT_ID: Type.Optional(
    Type.String({ pattern: '^[0-9a-fA-F-]{36}$', description: 'turns the Zarinpal gateway on' }),
  ),
  ZARINPAL_URL: Type.String({
    ...Url,
    default: 'https://payment.zarinpal.com',
    description: 'base address of Zarinpal v4',
  }),
  VANDAR_API_KEY: Type.Optional(
    Type.String({ pattern: '^[0-9A-Za-z]{20,80}$', description: 'turns the Vandar gateway on' }),
  ),
  VANDAR_URL: Type.String({
    ...Url,
    default: 'https://ipg.vandar.io',
    description: 'base address of Vandar IPG v3',
  }),
  ZIBAL_MERCHANT: Type.Optional(
    Type.String({ pattern: '^[0-9A-Za-z]{5,60}$', description: 'turns the Zibal gateway on' }),
  ),
  ZIBAL_URL: Type.String({
    ...Url,
    default: 'https://gateway.zibal.ir',
    description: 'base address of Zibal IPG v1',
  }),
  JIBIT_API_KEY: Type.Optional(Type.String({ minLength: 5, description: 'turns the Jibit gateway on' })),
  JIBIT_SECRET_KEY: Type.Optional(Type.String({ minLength: 5, description: 'of the same account' })),
  JIBIT_URL: Type.String({
    ...Url,
    default: 'https://napi.jibit.ir/ppg/v3',
    description: 'base address of Jibit PPG v3',
  }),
  BANK_SHEBA: Type.Optional(
    Type.String({
      pattern: '^(IR)?[0-9]{24}$',
      description: 'our bank account that identified deposits go to (sandbox: a made-up one)',
    }),
  ),
  BANK_OWNER: Type.Optional(Type.String({ minLength: 2, description: 'its owner, as the bank has it' })),
  KAVENEGAR_API_KEY: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9]{20,120}$', description: 'turns SMS by Kavenegar on' }),
  ),
  KAVENEGAR_URL: Type.String({
    ...Url,
    default: 'https://api.kavenegar.com',
    description: 'base address of Kavenegar',
  }),
  KAVENEGAR_SENDER: Type.Optional(
    Type.String({
      pattern: '^[0-9]{3,20}$',
      description: 'line that notices come from; unset: the default line',
    }),
  ),
  KAVENEGAR_TEMPLATE: Type.String({
    default: 'sarraf-code',
    minLength: 1,
    description: 'name of the lookup template with %token, for codes',
  }),
  SMS_PER_HOUR: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 2000,
    description: 'SMS in an hour before an alarm and a stop, against SMS pumping',
  }),
  GOOGLE_CLIENT_ID: Type.Optional(Type.String({ minLength: 5, description: 'turns sign-in with Google on' })),
  GOOGLE_CLIENT_SECRET: Type.Optional(Type.String({ minLength: 5, description: 'of the same client' })),
  GOOGLE_ISSUER: Type.String({
    ...Url,
    default: 'https://accounts.google.com',
    description: 'OpenID Connect issuer',
  }),
  FINNOTECH_URL: Type.String({
    ...Url,
    default: 'https://api.finnotech.ir',
    description: 'base address of Finnotech',
  }),
  FINNOTECH_CLIENT_ID: Type.Optional(
    Type.String({ minLength: 2, description: 'turns identity checks by Finnotech on' }),
  ),
  FINNOTECH_CLIENT_SECRET: Type.Optional(Type.String({ minLength: 5, description: 'of the same client' })),
  FINNOTECH_NATIONAL_CODE: Type.Optional(
    Type.String({ pattern: '^[0-9]{10}$', description: "national code of the client's owner" }),
  ),
  BINANCE_URL: Type.String({
    ...Url,
    default: 'https://data-api.binance.vision',
    description: 'coin/USDT prices',
  }),
  BINANCE_OTHER_URL: Type.String({
    ...Url,
    default: 'https://api.binance.com',
    description: 'the same ones by another host, asked where BINANCE_URL fails',
  }),
  OKX_URL: Type.String({
    ...Url,
    default: 'https://www.okx.com',
    description: 'coin/USDT prices',
  }),
  KUCOIN_URL: Type.String({
    ...Url,
    default: 'https://api.kucoin.com',
    description: 'coin/USDT prices',
  }),
  BYBIT_URL: Type.String({
    ...Url,
    default: 'https://api.bybit.com',
    description: 'coin/USDT prices',
  }),
  KRAKEN_URL: Type.String({
    ...Url,
    default: 'https://api.kraken.com',
    description: 'coin/USD prices, divided by its USDT/USD',
  }),
  GATE_URL: Type.String({
    ...Url,
    default: 'https://api.gateio.ws',
    description: 'coin/USDT prices',
  }),
  NOBITEX_URL: Type.String({
    ...Url,
    default: 'https://apiv2.nobitex.ir',
    description: 'USDT/Toman prices, and of coins in USDT and Toman',
  }),
  WALLEX_URL: Type.String({
    ...Url,
    default: 'https://api.wallex.ir',
    description: 'USDT/Toman prices, and of coins in USDT and Toman',
  }),
  BITPIN_URL: Type.String({
    ...Url,
    default: 'https://api.bitpin.org',
    description: 'USDT/Toman prices, and of coins in USDT and Toman',
  }),
  RAMZINEX_URL: Type.String({
    ...Url,
    default: 'https://publicapi.ramzinex.com',
    description: 'USDT/Toman prices, and of coins in USDT and Toman',
  }),
  NEWS_URL: Type.Optional(
    Type.String({
      pattern: '^https://[^\\s/?#@]+(/[^\\s?#]*)?$',
      description: 'a WordPress site whose posts the home page shows (sandbox: samples; unset: no news)',
    }),
  ),
  WATCH: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'on',
    description: 'off, only in the sandbox: the ledger is not watched, and nothing stops outgoing payments',
  }),
  MARKET_MAKERS: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'on',
    description:
      'sandbox: two accounts quote and trade around the reference price, so that books and charts live',
  }),
  RATE_READ: Type.Optional(Type.Integer({ ...Rate, description: 'reads a minute' })),
  RATE_WRITE: Type.Optional(Type.Integer({ ...Rate, description: 'small writes a minute' })),
  RATE_MONEY: Type.Optional(Type.Integer({ ...Rate, description: 'trades and deposits a minute' })),
  RATE_ORDER: Type.Optional(
    Type.Integer({ ...Rate, description: 'orders and cancels a minute, per address' }),
  ),
  RATE_ORDERS_OF_ONE: Type.Integer({
    ...Rate,
    default: 100,
    description: 'orders and cancels of one account a second',
  }),
  RATE_LOGIN: Type.Optional(
    Type.Integer({ ...Rate, description: 'logins and sign-ups an hour, per address' }),
  ),
  RATE_CODE: Type.Optional(
    Type.Integer({ ...Rate, description: 'code checks and resends an hour, per address' }),
  ),
});

type Settings = Static<typeof Settings>;

export interface Config
  extends Omit<
    Settings,
    | 'PUBLIC_URL'
    | 'TRUST_PROXY'
    | 'SECRET_KEY'
    | 'SECRET_KEYS_OTHER'
    | 'SIGNER_URL'
    | 'SIGNER_TOKEN'
    | 'SEAL_KEY'
    | 'BOOKS_KEY'
    | 'NODES'
    | 'OUTGOING_PROXY'
    | 'OUTGOING_PROXIES'
  > {
  PUBLIC_URL: string;
  TRUST_PROXY: TrustedProxies;
  /** 32 bytes; used for sealing. */
  SECRET_KEY: Buffer;
  /** Accepted for opening as well. */
  SECRET_KEYS_OTHER: readonly Buffer[];
  SIGNER_URL: string;
  SIGNER_TOKEN: string;
  /** 32 bytes. */
  SEAL_KEY: Buffer;
  /** 32 bytes. */
  BOOKS_KEY: Buffer;
  /** Keys that seal or authenticate data in the database, and their origin. */
  sealingKeys: readonly SealingKey[];
  /** Node URLs by chain. */
  NODES: Readonly<Partial<Record<Chain, string>>>;
  /** Proxies by which vendors are reached. */
  outgoing: OutgoingProxies;
  sandbox: boolean;
  rates: Record<RateClass, { max: number; windowMs: number }>;
}

export const listSecretKeys = ({
  SECRET_KEY,
  SECRET_KEYS_OTHER,
}: Pick<Config, 'SECRET_KEY' | 'SECRET_KEYS_OTHER'>): SecretKeys => [SECRET_KEY, ...SECRET_KEYS_OTHER];

/** Metrics ports of the server and its worker. */
const listMetricsPorts = ({ METRICS_PORT: port }: Settings): number[] =>
  port === undefined ? [] : [port, port + 1];

const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'SECRET_KEY',
  'SIGNER_URL',
  'SIGNER_TOKEN',
  'SEAL_KEY',
  'BOOKS_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'FINNOTECH_CLIENT_ID',
  'FINNOTECH_CLIENT_SECRET',
  'FINNOTECH_NATIONAL_CODE',
  'KAVENEGAR_API_KEY',
] as const;

/** Each setting enables a bank gateway. */
const GATEWAY_SETTINGS = [
  'ZARINPAL_MERCHANT_ID',
  'VANDAR_API_KEY',
  'ZIBAL_MERCHANT',
  'JIBIT_API_KEY',
] as const;

/** Settings with the URLs of external services. */
const VENDOR_URL_SETTINGS = [
  'ZARINPAL_URL',
  'VANDAR_URL',
  'ZIBAL_URL',
  'JIBIT_URL',
  'KAVENEGAR_URL',
  'GOOGLE_ISSUER',
  'FINNOTECH_URL',
  'BINANCE_URL',
  'BINANCE_OTHER_URL',
  'OKX_URL',
  'KUCOIN_URL',
  'BYBIT_URL',
  'KRAKEN_URL',
  'GATE_URL',
  'NOBITEX_URL',
  'WALLEX_URL',
  'BITPIN_URL',
  'RAMZINEX_URL',
  'WITNESS_WEBHOOK',
  'ALARM_TELEGRAM_URL',
] as const;

/** Settings that are only valid together. */
const PAIRED_SETTINGS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['JIBIT_API_KEY', 'JIBIT_SECRET_KEY'],
  ['BANK_SHEBA', 'BANK_OWNER'],
  ['ALARM_WEBHOOK_URL', 'ALARM_WEBHOOK_SECRET'],
  ['ALARM_TELEGRAM_TOKEN', 'ALARM_TELEGRAM_CHAT'],
] as const;

const DEFAULT_RATES: Record<RateClass, [number, number]> = {
  read: [600, MINUTE_MS],
  write: [60, MINUTE_MS],
  money: [60, MINUTE_MS],
  order: [3_000, MINUTE_MS],
  login: [20, 60 * MINUTE_MS],
  code: [30, 60 * MINUTE_MS],
};
const SANDBOX_RATE_MAX = 1_000_000;

export class ConfigError extends StartError {
  readonly errors: string[];
  constructor(errors: string[]) {
    super(errors.length === 1 ? `${errors[0]}` : ['settings to correct', ...errors].join('\n  - '));
    this.name = 'ConfigError';
    this.errors = errors;
  }
}

/** Reads the environment. @throws ConfigError with one line for each invalid or missing setting. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const { settings, errors } = readSettings(env);
  if (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL)
    errors.push('DATABASE_OWNER_URL: owns the tables of DATABASE_URL; set that too');
  if (settings.DATABASE_READ_URL && !settings.DATABASE_URL)
    errors.push('DATABASE_READ_URL: holds copies of DATABASE_URL; set that too');
  if (settings.NATS_URL && !settings.DATABASE_URL)
    errors.push('NATS_URL: several server processes share one database; set DATABASE_URL too');
  if (listMetricsPorts(settings).includes(settings.PORT))
    errors.push('METRICS_PORT: it and the next one are private; PORT is another one');
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const)
    if (settings[name]) settings[name] = readDatabaseUrl(name, settings[name], errors);
  for (const [one, other] of PAIRED_SETTINGS)
    if ((settings[one] === undefined) !== (settings[other] === undefined))
      errors.push(`${one}, ${other}: set both or neither`);
  if (settings.BANK_SHEBA && !isSheba(settings.BANK_SHEBA.replace(/^IR/, '')))
    errors.push('BANK_SHEBA: its check digits are wrong');
  const proxies = parseTrustedProxies(settings.TRUST_PROXY);
  if (typeof proxies === 'object' && 'error' in proxies) errors.push(`TRUST_PROXY: ${proxies.error}`);
  const nodes = readNodes(settings.NODES, errors);
  const { OUTGOING_PROXY, OUTGOING_PROXIES, ...others } = settings;
  const outgoing = parseOutgoingProxies({ OUTGOING_PROXY, OUTGOING_PROXIES }, errors);
  const witness = checkWitnessUrl(settings.WITNESS_SYSLOG, outgoing);
  if (witness) errors.push(witness);
  if (settings.MODE === 'production') errors.push(...listProductionErrors(settings, nodes));
  const dataDir = resolve(settings.DATA_DIR ?? '');
  const folderError = findFolderError(dataDir);
  if (folderError) errors.push(`DATA_DIR: ${folderError}`);
  if (errors.length > 0) throw new ConfigError(errors);
  const sandbox = settings.MODE === 'sandbox';
  const secretKey = loadSealingKey('SECRET_KEY', settings.SECRET_KEY, dataDir, settings.SECRET_KEYS_OTHER);
  const sealKey = loadSealingKey('SEAL_KEY', settings.SEAL_KEY, dataDir);
  const booksKey = loadSealingKey('BOOKS_KEY', settings.BOOKS_KEY, dataDir);
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST;
  return {
    ...others,
    DATA_DIR: dataDir,
    TRUST_PROXY: proxies as TrustedProxies,
    PUBLIC_URL: (settings.PUBLIC_URL ?? `http://${host}:${settings.PORT}`).replace(/\/$/, ''),
    SECRET_KEY: secretKey.bytes,
    SECRET_KEYS_OTHER: secretKey.others,
    SIGNER_URL: settings.SIGNER_URL ?? sandboxSignerUrl(dataDir),
    SIGNER_TOKEN: settings.SIGNER_TOKEN ?? loadOrCreateSecret(dataDir, 'signer.token'),
    NODES: nodes,
    outgoing,
    SEAL_KEY: sealKey.bytes,
    BOOKS_KEY: booksKey.bytes,
    sealingKeys: [secretKey, sealKey, booksKey],
    sandbox,
    rates: readRates(settings, sandbox),
  };
}

/**
 * Converts a URL with several servers into the form used internally. Adds an error for one that can't be read, and
 * returns it as it is.
 */
function readDatabaseUrl(name: string, text: string, errors: string[]): string {
  try {
    return normalizeDatabaseUrl(text);
  } catch (error) {
    errors.push(`${name}: ${(error as Error).message}`);
    return text;
  }
}

function listProductionErrors(settings: Settings, nodes: Config['NODES']): string[] {
  const { SECRET_KEY, SEAL_KEY, BOOKS_KEY, SIGNER_TOKEN, SIGNER_URL, PUBLIC_URL } = settings;
  const errors: string[] = REQUIRED_IN_PRODUCTION.filter((name) => !settings[name]).map(
    (name) => `${name}: needed when MODE=production`,
  );
  if (!GATEWAY_SETTINGS.some((name) => settings[name]))
    errors.push(`${GATEWAY_SETTINGS.join(', ')}: one of them is needed when MODE=production`);
  if (PUBLIC_URL && !PUBLIC_URL.startsWith('https://'))
    errors.push('PUBLIC_URL: must start with https:// when MODE=production');
  if (settings.WATCH === 'off') errors.push('WATCH: must be on when MODE=production');
  const signer = SIGNER_URL ? checkSignerUrl(SIGNER_URL) : null;
  if (signer) errors.push(signer);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  const collector = endpoint ? checkCollectorUrl(endpoint) : null;
  if (collector) errors.push(collector);
  return [
    ...errors,
    ...listSecretErrors({ SECRET_KEY, SEAL_KEY, BOOKS_KEY, SIGNER_TOKEN, ...nameSecondaryKeys(settings) }),
    ...listVendorUrlErrors(Object.fromEntries(VENDOR_URL_SETTINGS.map((name) => [name, settings[name]]))),
    ...listNodeUrlErrors(nodes),
  ];
}

const nameSecondaryKeys = ({ SECRET_KEYS_OTHER }: Settings): Record<string, string> =>
  Object.fromEntries(
    (SECRET_KEYS_OTHER?.split(',') ?? []).map((key, at) => [`SECRET_KEYS_OTHER (${at + 1})`, key]),
  );

function readSettings(env: Record<string, string | undefined>): { settings: Settings; errors: string[] } {
  const errors: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries<TProperties[string]>(Settings.properties)) {
    const text = env[name]?.trim() || undefined;
    const value = text === undefined ? Value.Default(schema, undefined) : Value.Convert(schema, text);
    if (value === undefined) continue;
    settings[name] = value;
    if (Value.Check(schema, value)) continue;
    const why = [...Value.Errors(schema, value)][0]?.message ?? 'is wrong';
    errors.push(
      `${name}: ${why} (got ${/KEY|URL|ENDPOINT|TOKEN|SECRET|NODES|OUTGOING/.test(name) ? 'a value that is not shown' : JSON.stringify(text)})`,
    );
  }
  return { settings: settings as Settings, errors };
}

function readNodes(text: string | undefined, errors: string[]): Partial<Record<Chain, string>> {
  if (text === undefined) return {};
  const nodes = readObject(text);
  const wrong = Object.entries(nodes ?? {}).find(
    ([chain, url]) => !isChain(chain) || typeof url !== 'string' || !/^https?:\/\/[^\s/]+/.test(url),
  );
  if (nodes === null) errors.push('NODES: not a JSON object');
  else if (wrong) errors.push(`NODES: ${wrong[0]} is no chain, or its address none`);
  return (nodes ?? {}) as Partial<Record<Chain, string>>;
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function readRates(settings: Settings, sandbox: boolean): Config['rates'] {
  const chooseRate = (name: RateClass, configuredMax: number | undefined) => {
    const [max, windowMs] = DEFAULT_RATES[name];
    return { max: configuredMax ?? (sandbox ? SANDBOX_RATE_MAX : max), windowMs };
  };
  return {
    read: chooseRate('read', settings.RATE_READ),
    write: chooseRate('write', settings.RATE_WRITE),
    money: chooseRate('money', settings.RATE_MONEY),
    order: chooseRate('order', settings.RATE_ORDER),
    login: chooseRate('login', settings.RATE_LOGIN),
    code: chooseRate('code', settings.RATE_CODE),
  };
}

/** Maximum length of a socket path; the system allows 107 bytes. */
const MAX_SOCKET_PATH_LENGTH = 100;

/** Returns the address at which the sandbox's signer listens; server and signer derive it alike. */
export function sandboxSignerUrl(dataDir: string): string {
  const path = join(dataDir, 'signer', 'signer.sock');
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_LENGTH) return `unix:${path}`;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 20);
  return `unix:${join(tmpdir(), `sarraf-signer-${name}`, 'signer.sock')}`;
}
