/**
 * Every endpoint × every kind of caller. A new endpoint without a row here fails, and so does a row without one. Then what a
 * caller can borrow: another's challenge, a stream whose session ended, roles that aren't the approval's.
 */

import { randomUUID } from 'node:crypto';
import type {
  AuthenticationType,
  Endpoint,
  PasskeyRequest,
  ProvedChange,
  StaffRole,
} from '@sarraf/domain/contracts';
import * as contracts from '@sarraf/domain/contracts';
import { AUTHENTICATION_TYPES, PROVED_CHANGES, STAFF_ROLES } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { type SoftPasskey, softPasskey } from './passkey.ts';
import { addPerson, addSession } from './people.ts';
import { startReady } from './ready-server.ts';
import { call, freePort } from './running-server.ts';
import { type StartedDatabase, startedDatabase } from './started-sandbox.ts';

/** Those with an account: who they are, and the state they are put back into before each call. */
const PEOPLE = {
  unverified: { email: 'new@sarraf.test', state: 'NOT_COMPLETE' },
  changed: { email: 'changed@sarraf.test', state: 'INFORMATION_CHANGED' },
  changePending: { email: 'change-pending@sarraf.test', state: 'INFORMATION_CHANGED_PENDING' },
  authorized: { email: 'demo@sarraf.test', state: 'AUTHORIZED' },
  supervisor: { email: 'maker@sarraf.test', state: 'AUTHORIZED' },
  company: { email: 'company@sarraf.test', state: 'AUTHORIZED' },
  blocked: { email: 'blocked@sarraf.test', state: 'AUTHORIZED' },
  frozen: { email: 'frozen@sarraf.test', state: 'AUTHORIZED' },
  support: { email: 'support@sarraf.test', state: 'NOT_COMPLETE' },
  kyc: { email: 'kyc@sarraf.test', state: 'NOT_COMPLETE' },
  treasury: { email: 'treasury@sarraf.test', state: 'NOT_COMPLETE' },
  admin: { email: 'staff@sarraf.test', state: 'NOT_COMPLETE' },
} as const satisfies Record<string, { email: string; state: AuthenticationType }>;
type Person = keyof typeof PEOPLE;
type Caller = Person | 'visitor' | 'forged';

const ALL = ['visitor', 'forged', ...(Object.keys(PEOPLE) as Person[])] as const satisfies readonly Caller[];
const SIGNED_IN = ALL.filter((caller) => !['visitor', 'forged', 'blocked'].includes(caller)) as Person[];

interface Level {
  open: readonly Caller[];
  /** What is answered to a signed-in person who isn't let in. */
  closed?: 'NOT_AUTHORIZED' | 'FORBIDDEN';
  /** Seconds after which the session must be confirmed anew. */
  confirmed?: number;
  /** What the session must just have proved itself for. */
  proved?: ProvedChange;
}
const staff = (...open: Person[]): Level => ({ open, closed: 'FORBIDDEN', confirmed: 3600 });

/** Of specification §6, with design §7's reading of "authorized" and the roles of the staff. */
const LEVELS = {
  public: { open: ALL },
  sandbox: { open: ALL },
  user: { open: SIGNED_IN },
  'proved: e-mail': { open: SIGNED_IN, proved: 'EMAIL' },
  'proved: mobile': { open: SIGNED_IN, proved: 'MOBILE' },
  'proved: password': { open: SIGNED_IN, proved: 'PASSWORD' },
  'proved: two-step': { open: SIGNED_IN, proved: 'TWO_STEP' },
  'proved: mail phrase': { open: SIGNED_IN, proved: 'MAIL_PHRASE' },
  'proved: settings lock': { open: SIGNED_IN, proved: 'SETTINGS_LOCK' },
  'proved: thaw': { open: SIGNED_IN, proved: 'THAW' },
  'proved: passkey': { open: SIGNED_IN, proved: 'PASSKEY' },
  'proved: recovery codes': { open: SIGNED_IN, proved: 'RECOVERY_CODES' },
  'verified, proved: API key': {
    open: ['changed', 'changePending', 'authorized', 'frozen', 'supervisor', 'company'],
    closed: 'NOT_AUTHORIZED',
    proved: 'API_KEY',
  },
  verified: {
    open: ['changed', 'changePending', 'authorized', 'frozen', 'supervisor', 'company'],
    closed: 'NOT_AUTHORIZED',
  },
  'verified, confirmed': {
    open: ['changed', 'changePending', 'authorized', 'frozen', 'supervisor', 'company'],
    closed: 'NOT_AUTHORIZED',
    confirmed: 600,
  },
  authorized: { open: ['authorized', 'frozen', 'supervisor', 'company'], closed: 'NOT_AUTHORIZED' },
  'authorized, confirmed': {
    open: ['authorized', 'frozen', 'supervisor', 'company'],
    closed: 'NOT_AUTHORIZED',
    confirmed: 600,
  },
  'authorized, proved: address': {
    open: ['authorized', 'frozen', 'supervisor', 'company'],
    closed: 'NOT_AUTHORIZED',
    proved: 'ADDRESS',
  },
  'authorized, proved: whitelist': {
    open: ['authorized', 'frozen', 'supervisor', 'company'],
    closed: 'NOT_AUTHORIZED',
    proved: 'WHITELIST',
  },
  'staff: any': staff('support', 'kyc', 'treasury', 'admin'),
  'staff: support, kyc': staff('support', 'kyc', 'admin'),
  'staff: support, kyc, treasury': staff('support', 'kyc', 'treasury', 'admin'),
  'staff: support': staff('support', 'admin'),
  'staff: treasury': staff('treasury', 'admin'),
  'staff: kyc': staff('kyc', 'admin'),
  'staff: admin': staff('admin'),
  'staff: admin, confirmed': { ...staff('admin'), confirmed: 600 },
  'staff: treasury, confirmed': { ...staff('treasury', 'admin'), confirmed: 600 },
} as const satisfies Record<string, Level>;

/** Written down by hand, so that an endpoint whose access is loosened by mistake fails here. */
const MATRIX: Record<string, keyof typeof LEVELS> = {
  'GET /time': 'public',
  'GET /developers': 'public',
  'GET /udf/config': 'public',
  'GET /udf/symbols': 'public',
  'GET /udf/search': 'public',
  'GET /udf/history': 'public',
  'GET /udf/time': 'public',
  'GET /coingecko/tickers': 'public',
  'GET /coingecko/orderbook': 'public',
  'GET /coingecko/historical_trades': 'public',
  'GET /coinmarketcap/summary': 'public',
  'GET /coinmarketcap/assets': 'public',
  'GET /coinmarketcap/ticker': 'public',
  'GET /coinmarketcap/orderbook/:market_pair': 'public',
  'GET /coinmarketcap/trades/:market_pair': 'public',
  'GET /rss/:language': 'public',
  'GET /markets': 'public',
  'GET /tickers': 'public',
  'GET /orderbook': 'public',
  'GET /books/check': 'public',
  'GET /status': 'public',
  'GET /fills': 'verified',
  'GET /movements': 'verified',
  'POST /issued-documents': 'verified',
  'GET /issued-documents/:code': 'public',
  'GET /search': 'user',
  'GET /coins/exchange-price/usd': 'public',
  'GET /coins/exchange-price/usdt': 'public',
  'GET /coins/price/usd': 'public',
  'GET /coins/details': 'public',
  'GET /coins': 'public',
  'GET /coins/supporting-coins': 'public',
  'GET /trades/crypto-info': 'public',
  'GET /trades/market-info-home': 'public',
  'GET /trades/market-info/v2': 'public',
  'GET /trades/public/:marketType': 'public',
  'GET /orderbook/:marketType': 'public',
  'GET /candles/:marketType': 'public',
  'GET /markets/:marketType': 'public',
  'GET /exchange-info': 'public',
  'GET /news': 'public',
  'GET /news-images/:name': 'public',
  'GET /brand': 'public',
  'GET /brand/logo': 'public',
  'GET /contact-form': 'public',
  'POST /contact-messages': 'public',
  'POST /web-errors': 'public',
  'GET /blog': 'public',
  'GET /blog/:slug': 'public',
  'GET /faq': 'public',
  'GET /user-manual': 'public',
  'GET /announcements': 'public',
  'GET /pages/:name': 'public',
  'GET /country': 'public',
  'GET /country/iran/provinces': 'public',

  'POST /users/register': 'public',
  'POST /users/login': 'public',
  'POST /users/check-otp-code': 'public',
  'POST /users/resend-otp-code': 'public',
  'POST /users/forget-password': 'public',
  'POST /users/forget-password/check': 'public',
  'POST /users/reset-password': 'public',
  'GET /users/sign-in-options': 'public',
  'GET /users/google-sso': 'public',
  'GET /users/google-sso/return': 'public',
  'POST /users/google-sso/complete': 'public',
  'GET /users/account-levels': 'public',
  'GET /users/id-format-type': 'public',

  'POST /users/passkeys/challenge': 'public',
  'POST /users/passkeys/sign-in': 'public',
  'GET /users/passkeys': 'user',
  'POST /users/passkeys/begin': 'proved: passkey',
  'POST /users/passkeys': 'proved: passkey',
  'PUT /users/passkeys/:id': 'user',
  'DELETE /users/passkeys/:id': 'proved: passkey',
  'POST /users/step-up/passkey': 'user',

  'GET /users/api-keys': 'user',
  'GET /users/api-keys/self': 'user',
  'POST /users/api-keys': 'verified, proved: API key',
  'PUT /users/api-keys/:id': 'user',
  'DELETE /users/api-keys/:id': 'user',

  'POST /users/logout': 'user',
  'GET /users/logout': 'user',
  'POST /users/step-up/send-code': 'user',
  'POST /users/step-up': 'user',
  'POST /users/send-verification-code': 'proved: two-step',
  'POST /users/change-otp': 'proved: two-step',
  'GET /users/recovery-codes': 'user',
  'POST /users/recovery-codes': 'proved: recovery codes',
  'POST /users/freeze/link': 'public',
  'POST /users/freeze': 'user',
  'POST /users/thaw': 'proved: thaw',
  'POST /users/lock-settings': 'proved: settings lock',
  'PUT /users/mail-phrase': 'proved: mail phrase',
  'POST /users/change-password': 'proved: password',
  'GET /users/sessions': 'user',
  'DELETE /users/sessions/:id': 'user',
  'DELETE /users/sessions': 'user',
  'GET /users/login-history': 'user',
  'GET /users/invites': 'user',
  'GET /users/invitees': 'user',
  'POST /users/change-email': 'proved: e-mail',
  'POST /users/resend-email-otp': 'user',
  'POST /users/change-email-otp': 'proved: e-mail',
  'POST /users/change-mobile': 'proved: mobile',
  'POST /users/resend-mobile-otp': 'user',
  'POST /users/change-mobile-otp': 'proved: mobile',

  'GET /users/account': 'user',
  'POST /users/account': 'user',
  'PUT /users/account': 'user',
  'POST /users/documents/:document': 'user',
  'GET /users/company-application': 'user',
  'POST /users/company-application': 'authorized',
  'DELETE /users/company-application': 'user',
  'GET /users/documents/:document': 'user',
  'POST /users/set-country': 'user',
  'POST /finnotech/send-sms-to-customer': 'user',
  'GET /finnotech/send-sms-to-customer': 'user',
  'POST /finnotech/otp': 'user',
  'GET /finnotech/otp': 'user',
  'GET /users/verified-bank-accounts': 'verified',

  'GET /wallets/customer-addresses': 'verified',
  'POST /wallets/deposit-toman': 'authorized',
  'GET /payments/:id': 'public',
  'POST /payments/:id/drop': 'authorized',
  'GET /payments/:gateway/return': 'public',
  'POST /payments/:gateway/return': 'public',
  'GET /wallets/deposit': 'verified',
  'GET /wallets/deposit/:id': 'verified',
  'GET /wallets/withdrawal-requests/:id': 'verified',
  'GET /wallets/toman-terms': 'authorized',
  'GET /wallets/totals': 'verified',
  'GET /portfolio/worth': 'verified',
  'GET /portfolio/profit': 'verified',
  'GET /wallets/export': 'verified',
  'GET /statements': 'verified',
  'POST /statements': 'verified',
  'GET /statements/:id': 'verified, confirmed',
  'GET /statements/:id/file': 'verified, confirmed',
  'GET /wallets/customer/wallet-address': 'authorized',
  'GET /wallets/check-confirmed-transaction': 'authorized',
  'POST /users/send-code': 'authorized',
  'POST /wallets/withdrawal-request': 'authorized',
  'GET /wallets/withdrawal-requests': 'verified',
  'DELETE /wallets/withdrawal-requests/:id': 'verified',
  'GET /wallets/withdrawal-terms': 'verified',
  'GET /wallets/address-book': 'verified',
  'POST /wallets/address-book': 'authorized, proved: address',
  'DELETE /wallets/address-book/:id': 'verified',
  'PUT /wallets/whitelist': 'authorized, proved: whitelist',
  'POST /exchange/buy': 'authorized',
  'POST /exchange/sell': 'verified',
  'GET /orders': 'verified',
  'POST /orders': 'verified',
  'POST /orders/oco': 'verified',
  'POST /orders/bracket': 'authorized',
  'GET /orders/:id': 'verified',
  'DELETE /orders/:id': 'verified',
  'DELETE /orders': 'verified',
  'PUT /orders/:id': 'verified',
  'POST /orders/batch': 'verified',
  'POST /orders/cancel-after': 'verified',
  'GET /orders/by-client-id/:clientOrderId': 'verified',
  'DELETE /orders/by-client-id/:clientOrderId': 'verified',
  'GET /trades': 'verified',

  'GET /support/tickets': 'user',
  'GET /support/unread': 'user',
  'GET /support/tickets/:id': 'user',
  'POST /support/tickets': 'user',
  'POST /support/tickets/:id/messages': 'user',
  'POST /support/tickets/:id/close': 'user',

  'GET /notices': 'user',
  'GET /notices/unread': 'user',
  'POST /notices/read': 'user',
  'GET /notices/settings': 'user',
  'PUT /notices/settings': 'user',
  'PUT /users/preferences': 'user',

  'GET /recurring': 'verified',
  'GET /recurring/turns': 'verified',
  'POST /recurring': 'authorized',
  'PUT /recurring/:id': 'authorized',
  'POST /recurring/:id/pause': 'verified',
  'POST /recurring/:id/resume': 'authorized',
  'DELETE /recurring/:id': 'verified',
  'GET /alerts': 'user',
  'POST /alerts': 'user',
  'POST /alerts/:id/arm': 'user',
  'DELETE /alerts/:id': 'user',

  'GET /company': 'verified',
  'POST /company': 'authorized',
  'POST /company/send-code': 'authorized',
  'POST /company/undo-change': 'verified',
  'PUT /company/paused': 'verified',
  'POST /company/logo': 'authorized',
  'DELETE /company/logo': 'verified',
  'GET /company-payments/company/:id/logo': 'public',
  'GET /company/dry-run': 'authorized',
  'POST /company/to-wallet': 'authorized',
  'GET /company/settlements': 'verified',
  'GET /company/settlements/:id/statement': 'verified',
  'GET /company/settlements/:id': 'verified',
  'POST /company/settlements/:id/to-wallet': 'authorized',
  'GET /company/payments': 'verified',
  'GET /company-payments/company/:id': 'public',
  'POST /wallets/transfer-toman-to-company': 'public',
  'GET /company-payments/:id': 'public',
  'GET /company/requests': 'verified',
  'POST /company/requests': 'authorized',
  'DELETE /company/requests/:id': 'verified',
  'POST /company-api/requests': 'public',
  'GET /company-api/requests/:orderNumber': 'public',
  'GET /company-api/payments': 'public',
  'GET /company-api/payments/:id': 'public',
  'GET /company-api/events': 'public',
  'GET /company-api/events/:id/deliveries': 'public',
  'POST /company-api/events/:id/resend': 'public',
  'POST /company-api/refunds': 'public',
  'POST /company-api/settlements': 'public',
  'GET /company-api/instructions/:id': 'public',
  'GET /company/instructions': 'verified',
  'POST /company/instructions/:id/approve': 'authorized, confirmed',
  'POST /company/instructions/:id/refuse': 'verified',
  'GET /company/approval-rule': 'verified',
  'PUT /company/approval-rule': 'authorized, confirmed',
  'POST /company/approval-rule/tighten': 'verified',
  'GET /company/keys': 'verified',
  'POST /company/keys': 'authorized, confirmed',
  'DELETE /company/keys/:id': 'verified',
  'PUT /company/keys/:id/permissions': 'authorized, confirmed',
  'GET /company/webhook': 'verified',
  'PUT /company/webhook': 'authorized, confirmed',
  'GET /company/webhook/events': 'verified',
  'POST /company/webhook/events/:id/resend': 'verified',
  'GET /company/webhook/events/:id/deliveries': 'verified',
  'POST /company/webhook/test': 'verified',
  'POST /company/webhook/secret': 'authorized, confirmed',

  'GET /backoffice/openapi': 'staff: any',
  'GET /backoffice/me': 'staff: any',
  'GET /backoffice/search': 'staff: any',
  'GET /backoffice/waiting': 'staff: any',
  'GET /backoffice/companies': 'staff: support, kyc, treasury',
  'GET /backoffice/companies/:id': 'staff: support, kyc, treasury',
  'GET /backoffice/companies/:id/payments': 'staff: support, kyc, treasury',
  'GET /backoffice/companies/:id/settlements': 'staff: support, kyc, treasury',
  'POST /backoffice/companies/:id/block': 'staff: treasury',
  'POST /backoffice/companies/:id/unblock': 'staff: treasury',
  'GET /backoffice/company-refunds': 'staff: treasury',
  'POST /backoffice/company-payments/:id/refund': 'staff: treasury',
  'POST /backoffice/company-refunds/:id': 'staff: treasury',
  'GET /backoffice/reviews': 'staff: kyc',
  'POST /backoffice/company-applications/:id/decision': 'staff: kyc',
  'GET /backoffice/people': 'staff: support, kyc, treasury',
  'GET /backoffice/people/:id': 'staff: support, kyc, treasury',
  'GET /backoffice/people/:id/timeline': 'staff: support, kyc, treasury',
  'GET /backoffice/people/:id/documents/:kind': 'staff: kyc',
  'POST /backoffice/people/:id/checks': 'staff: kyc',
  'POST /backoffice/people/:id/decision': 'staff: kyc',
  'POST /backoffice/people/:id/block': 'staff: support, kyc',
  'POST /backoffice/people/:id/unblock': 'staff: kyc',
  'POST /backoffice/people/:id/thaw': 'staff: kyc',
  'POST /backoffice/people/:id/supervisor': 'staff: admin, confirmed',
  'POST /backoffice/people/:id/api-level': 'staff: admin, confirmed',
  'POST /backoffice/people/:id/limits': 'staff: treasury, confirmed',
  'GET /backoffice/figures': 'staff: treasury',
  'GET /backoffice/reports/fees': 'staff: treasury',
  'GET /backoffice/reports/fees/file': 'staff: treasury',
  'GET /backoffice/recoveries': 'staff: kyc',
  'POST /backoffice/people/:id/recoveries': 'staff: kyc',
  'POST /backoffice/recoveries/:id/confirm': 'staff: kyc',
  'POST /backoffice/recoveries/:id/cancel': 'staff: kyc',
  'GET /backoffice/audit': 'staff: admin',
  'GET /backoffice/brand': 'staff: admin',
  'PUT /backoffice/brand': 'staff: admin',
  'DELETE /backoffice/brand': 'staff: admin',
  'POST /backoffice/brand/logo': 'staff: admin',
  'DELETE /backoffice/brand/logo': 'staff: admin',
  'GET /backoffice/tickets': 'staff: support',
  'GET /backoffice/tickets/:id': 'staff: support',
  'POST /backoffice/tickets/:id/answer': 'staff: support',
  'POST /backoffice/tickets/:id/close': 'staff: support',
  'POST /backoffice/tickets/:id/assign': 'staff: support',
  'GET /backoffice/web-errors': 'staff: support',
  'GET /backoffice/withdrawals': 'staff: treasury',
  'GET /backoffice/withdrawals/:id/approval': 'staff: treasury',
  'POST /backoffice/withdrawals/:id/approve': 'staff: treasury',
  'GET /backoffice/approval-keys': 'staff: treasury',
  'POST /backoffice/withdrawals/:id/refuse': 'staff: treasury',
  'GET /backoffice/payouts': 'staff: treasury',
  'POST /backoffice/payouts': 'staff: treasury',
  'GET /backoffice/payouts/:id': 'staff: treasury',
  'POST /backoffice/payouts/:id/file': 'staff: treasury',
  'POST /backoffice/payouts/:id/paid': 'staff: treasury',
  'POST /backoffice/payouts/:id/lines/:lineId/paid': 'staff: treasury',
  'POST /backoffice/payouts/:id/lines/:lineId/return': 'staff: treasury',
  'GET /backoffice/holidays': 'staff: treasury',
  'PUT /backoffice/holidays': 'staff: treasury',
  'DELETE /backoffice/holidays/:day': 'staff: treasury',
  'GET /backoffice/bank-deposits': 'staff: treasury',
  'POST /backoffice/bank-deposits': 'staff: treasury',
  'POST /backoffice/bank-deposits/:id': 'staff: treasury',
  'GET /backoffice/house-bank-accounts': 'staff: treasury',
  'POST /backoffice/house-bank-accounts': 'staff: admin',
  'GET /backoffice/bank-statements': 'staff: treasury',
  'POST /backoffice/bank-statements': 'staff: treasury',
  'POST /backoffice/bank-statements/:id/discard': 'staff: treasury',
  'GET /backoffice/bank-lines': 'staff: treasury',
  'POST /backoffice/bank-lines/:id': 'staff: treasury',
  'GET /backoffice/bank-check': 'staff: treasury',
  'POST /backoffice/bank-check': 'staff: treasury',
  'GET /backoffice/gateway-settlements': 'staff: treasury',
  'POST /backoffice/gateway-settlements': 'staff: treasury',
  'GET /backoffice/gateway-settlements/:id/lines': 'staff: treasury',
  'POST /backoffice/gateway-settlements/:id': 'staff: treasury',
  'GET /backoffice/people/:id/freezes': 'staff: treasury',
  'POST /backoffice/people/:id/freezes': 'staff: treasury',
  'POST /backoffice/freezes/:id/lift': 'staff: treasury',
  'GET /backoffice/rules': 'staff: treasury',
  'POST /backoffice/rules': 'staff: admin',
  'GET /backoffice/rows/:kind': 'staff: treasury',
  'PUT /backoffice/rows/:kind/:key': 'staff: treasury',
  'GET /backoffice/row-changes': 'staff: treasury',
  'POST /backoffice/row-changes/:id/confirm': 'staff: admin',
  'POST /backoffice/row-changes/:id/cancel': 'staff: admin',
  'GET /backoffice/levels/:level/effect': 'staff: treasury',
  'GET /backoffice/articles': 'staff: support',
  'GET /backoffice/articles/:kind/:slug/:language': 'staff: support',
  'PUT /backoffice/articles/:kind/:slug/:language': 'staff: support',
  'POST /backoffice/articles/preview': 'staff: support',
  'GET /backoffice/exchange-info': 'staff: support',
  'PUT /backoffice/exchange-info/:language': 'staff: support',
  'GET /backoffice/treasury': 'staff: treasury',
  'POST /backoffice/kill-switch': 'staff: treasury',
  'GET /maintenance': 'public',
  'GET /backoffice/operations': 'staff: treasury',
  'PUT /backoffice/maintenance': 'staff: admin',
  'POST /backoffice/maintenance/end': 'staff: admin',
  'PUT /backoffice/pauses/:scope/:name': 'staff: admin',
  'POST /backoffice/pauses/:scope/:name/end': 'staff: admin',
  'POST /backoffice/jobs/:id/retry': 'staff: treasury',
  'GET /backoffice/alarms': 'staff: treasury',
  'POST /backoffice/alarms/:id/acknowledge': 'staff: treasury',
  'POST /backoffice/alarms/duty': 'staff: treasury',
  'GET /backoffice/books': 'staff: treasury',
  'POST /backoffice/books/violations/:id/acknowledge': 'staff: admin',
  'POST /backoffice/move-to-cold': 'staff: treasury',
  'POST /backoffice/chains/:chain/follow': 'staff: treasury',
  'POST /backoffice/people/:id/retire-address': 'staff: treasury',
  'GET /backoffice/unclaimed-deposits': 'staff: treasury',
  'POST /backoffice/unclaimed-deposits/close': 'staff: treasury',
  'POST /backoffice/unclaimed-deposits/:id': 'staff: treasury',

  'GET /sandbox/outbox': 'sandbox',
  'POST /sandbox/authorize': 'user',
  'POST /sandbox/identity-provider': 'user',
  'POST /sandbox/approval-key': 'staff: treasury',
  'POST /sandbox/google/:state': 'sandbox',
  'GET /sandbox/bank/:authority': 'sandbox',
  'POST /sandbox/bank/:authority': 'sandbox',
  'GET /sandbox/chains': 'sandbox',
  'POST /sandbox/chains/:chain/faucet': 'sandbox',
  'POST /sandbox/chains/:chain/blocks': 'sandbox',
  'POST /sandbox/chains/:chain/reorg': 'sandbox',
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
const endpoints = (Object.values(contracts) as unknown[]).filter(isEndpoint);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const levelOf = (endpoint: Endpoint): Level => LEVELS[MATRIX[nameOf(endpoint)] ?? 'staff: admin'];

let test: StartedDatabase;
let database: Database;
let url: string;
let stop: () => Promise<void>;
const ids = {} as Record<Person, string>;

beforeAll(async () => {
  test = await startedDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  const settings = {
    ...test.settings,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  };
  ({ url, stop } = await startReady(loadConfig(settings)));
  for (const email of [
    'changed@sarraf.test',
    'change-pending@sarraf.test',
    'blocked@sarraf.test',
    'frozen@sarraf.test',
  ])
    await addPerson(database.db, { email });
  await addPerson(database.db, { email: 'support@sarraf.test', roles: ['support'] });
  await addPerson(database.db, { email: 'kyc@sarraf.test', roles: ['kyc'] });
  await addPerson(database.db, { email: 'treasury@sarraf.test', roles: ['treasury'] });
  const { rows } = await sql<{ id: string; email: string }>`select id, email from users`.execute(database.db);
  for (const [person, { email }] of Object.entries(PEOPLE))
    ids[person as Person] = rows.find((row) => row.email === email)?.id ?? 'nobody';
  await sql`update users set blocked_at = now(), blocked_reason = 'test' where id = ${ids.blocked}`.execute(
    database.db,
  );
}, 240_000);

afterAll(async () => {
  await stop();
  await database.close();
  await test.drop();
});

/**
 * What earlier calls did (one authorises, one goes on to a review, one freezes) is undone: by one statement, since it is
 * done thousands of times.
 */
async function putBack(): Promise<void> {
  const people = Object.keys(PEOPLE) as Person[];
  await sql`update users u set settings_locked_until = null, thaws_at = null,
      frozen_at = case when u.id = ${ids.frozen} then now() end,
      frozen_by = case when u.id = ${ids.frozen} then 'OWNER' end,
      authentication_type = coalesce(known.state, u.authentication_type)
    from users every left join unnest(${people.map((person) => ids[person])}::uuid[],
      ${people.map((person) => PEOPLE[person].state)}::text[]) known (id, state) on known.id = every.id
    where every.id = u.id and (u.settings_locked_until is not null or u.thaws_at is not null
      or (u.frozen_at is not null) <> (u.id = ${ids.frozen}) or u.authentication_type <> known.state)`.execute(
    database.db,
  );
}

/** A session for this one call, so that those that end sessions disturb no other. */
async function tokenOf(caller: Caller, confirmedAgo = 0, proved?: ProvedChange): Promise<string | undefined> {
  if (caller === 'visitor') return undefined;
  if (caller === 'forged') return 'A'.repeat(43);
  const confirmedAt = new Date(Date.now() - confirmedAgo * 1000);
  return addSession(database.db, ids[caller], { confirmedAt, ...(proved && { proved }) });
}

const MULTIPART = 'multipart/form-data; boundary=edge';
const REFUSED_ACCESS = ['NOT_AUTHORIZED', 'FORBIDDEN', 'CONFIRMATION_NEEDED', 'AUTHENTICATOR_REQUIRED'];

/** What stays as it is while an account is frozen, written down by hand too. */
const SETTINGS = new Set([
  'POST /users/send-verification-code',
  'POST /users/change-otp',
  'POST /users/recovery-codes',
  'POST /users/change-password',
  'POST /users/passkeys/begin',
  'POST /users/passkeys',
  'PUT /users/passkeys/:id',
  'DELETE /users/passkeys/:id',
  'POST /users/api-keys',
  'PUT /users/api-keys/:id',
  'POST /users/change-email',
  'POST /users/change-email-otp',
  'POST /users/change-mobile',
  'POST /users/change-mobile-otp',
  'POST /users/lock-settings',
  'PUT /users/mail-phrase',
  'POST /wallets/address-book',
  'PUT /wallets/whitelist',
  'POST /company',
  'POST /company/keys',
  'PUT /company/webhook',
  'POST /company/webhook/secret',
]);

/** A frozen account is refused by admission, before anything else of the endpoint. */
const isFrozenOut = (caller: Caller, endpoint: Endpoint): boolean =>
  caller === 'frozen' && SETTINGS.has(nameOf(endpoint));

/** Whether admission refused; `open`: whatever was said came from the endpoint itself. */
async function knock(endpoint: Endpoint, token: string | undefined): Promise<string> {
  const path = endpoint.path
    .replace(':gateway', 'SANDBOX')
    .replace(endpoint.method === 'POST' ? ':document' : ':kind', 'image')
    .replace(/:\w+/g, randomUUID());
  const sends = endpoint.method !== 'GET';
  const response = await fetch(`${url}/api${path}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(sends && { 'content-type': endpoint.files ? MULTIPART : 'application/json' }),
    },
    ...(sends && { body: endpoint.files ? '--edge--\r\n' : '{}' }),
  });
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  if (message === 'ACCOUNT_FROZEN' && SETTINGS.has(nameOf(endpoint))) return '403 ACCOUNT_FROZEN';
  if (response.status === 401 || REFUSED_ACCESS.includes(message ?? ''))
    return `${response.status} ${message}`;
  return response.status === 500 ? '500' : 'open';
}

function expected({ open, closed }: Level, caller: Caller): string {
  if (open.includes(caller)) return 'open';
  return SIGNED_IN.includes(caller as Person) ? `403 ${closed}` : '401 Invalid Token';
}

describe('S15: who may call what', () => {
  it('has a row for every endpoint and no other', () => {
    expect(endpoints.map(nameOf).sort()).toEqual(Object.keys(MATRIX).sort());
  });

  it('has every endpoint of the contracts served, and none beside them', async () => {
    const authorization = `Bearer ${await tokenOf('admin')}`;
    // What staff may call is in a document of its own.
    const documents = await Promise.all(
      ['/api/docs/json', '/api/backoffice/openapi'].map(async (path) => {
        const response = await fetch(url + path, { headers: { authorization } });
        return (await response.json()) as { paths: Record<string, Record<string, unknown>> };
      }),
    );
    const served = documents.flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(4)}`),
      ),
    );
    const named = endpoints.map((endpoint) => nameOf(endpoint).replace(/:(\w+)/g, '{$1}'));
    expect([...new Set(served)].sort()).toEqual(named.sort());
  });

  it.each(endpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))(
    '$name',
    async ({ endpoint }) => {
      const level = levelOf(endpoint);
      const answers: Partial<Record<Caller, string>> = {};
      for (const caller of ALL) {
        await putBack();
        answers[caller] = await knock(endpoint, await tokenOf(caller, 0, level.proved));
      }
      const wanted = (caller: Caller) =>
        isFrozenOut(caller, endpoint) && level.open.includes(caller)
          ? '403 ACCOUNT_FROZEN'
          : expected(level, caller);
      expect(answers).toEqual(Object.fromEntries(ALL.map((caller) => [caller, wanted(caller)])));
    },
  );

  it.each(
    endpoints
      .filter((endpoint) => !['public', 'sandbox'].includes(endpoint.access))
      .map((endpoint) => ({ name: nameOf(endpoint), endpoint })),
  )('$name asks for a confirmed session if its row says so', async ({ endpoint }) => {
    const { open, confirmed, proved } = levelOf(endpoint);
    const caller = open.at(-1) as Caller;
    const knockAfter = async (seconds: number, change?: ProvedChange) => {
      await putBack();
      return knock(endpoint, await tokenOf(caller, seconds, change));
    };
    const refused = '403 CONFIRMATION_NEEDED';
    expect({
      fresh: await knockAfter((confirmed ?? 86_400) - 60, proved),
      stale: await knockAfter((confirmed ?? 86_400) + 60, proved),
      // Having just signed in, or having proved itself for something else.
      unproved: await knockAfter(0),
      other: await knockAfter(
        0,
        PROVED_CHANGES.find((change) => change !== proved),
      ),
    }).toEqual({
      fresh: 'open',
      stale: confirmed === undefined ? 'open' : refused,
      unproved: proved === undefined ? 'open' : refused,
      other: proved === undefined ? 'open' : refused,
    });
  });

  it.each(AUTHENTICATION_TYPES)('gives %s what its state allows', async (state) => {
    const id = await addPerson(database.db, { email: `${state.toLowerCase()}@state.test`, state });
    const answers = await Promise.all(
      ['/users/account', '/wallets/customer-addresses', '/exchange/buy'].map(async (path) => {
        const token = await addSession(database.db, id);
        const { status, body } = path.endsWith('buy')
          ? await call(url, 'POST', path, { token, body: {} })
          : await call(url, 'GET', path, { token });
        return status === 403 ? body.message : 'open';
      }),
    );
    const verified = state === 'AUTHORIZED' || state.startsWith('INFORMATION_CHANGED');
    expect(answers).toEqual([
      'open',
      verified ? 'open' : 'NOT_AUTHORIZED',
      state === 'AUTHORIZED' ? 'open' : 'NOT_AUTHORIZED',
    ]);
  });
});

it('S16: shows a person nothing of another', async () => {
  const credits = await Promise.all(
    (['authorized', 'supervisor'] as const).map(async (person) => {
      const token = (await tokenOf(person)) as string;
      const { body } = await call(url, 'GET', '/wallets/customer-addresses?coins=TOMAN', { token });
      return body.TOMAN.credit;
    }),
  );
  expect(credits).toEqual(['500000000', '200000000000']);
});

// ── Another's challenge ─────────────────────────────────────────────────────────────────────────

/** One that keeps its cookie; answers what was said. */
function browser() {
  let cookie = '';
  return async (path: string, body: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(cookie !== '' && { cookie }),
      },
      body: JSON.stringify(body),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const answer = (await response.json()) as { baseDTO: PasskeyRequest };
    return { status: response.status, body: answer };
  };
}
const codeOf = async (to: string): Promise<string> =>
  (await call(url, 'GET', `/sandbox/outbox?to=${encodeURIComponent(to)}`)).body[0]?.code ?? 'none';
const pageOrigin = () => url.replace('127.0.0.1', 'localhost');

async function addKey(token: string) {
  const key = softPasskey(pageOrigin());
  const begun = await call(url, 'POST', '/users/passkeys/begin', { token });
  const body = { name: 'Phone', ...key.create(begun.body.baseDTO) };
  expect((await call(url, 'POST', '/users/passkeys', { token, body })).status).toBe(200);
  return key;
}

describe('a step that another began', () => {
  type Post = ReturnType<typeof browser>;
  let email: string;
  let key: SoftPasskey;
  const password = 'Mountain-7-river';
  const sent = async (post: Post, path: string, body: object) => {
    await post(path, { email, ...body });
    return codeOf(email);
  };
  const answer = async (post: Post, named: object) =>
    key.answer((await post('/users/passkeys/challenge', named)).body.baseDTO);
  /** Each is begun by one browser; what it needs to be ended is right, whoever brings it. */
  const STEPS: Record<string, (post: Post) => Promise<[path: string, body: object]>> = {
    'a log-in': async (post) => {
      const code = await sent(post, '/users/login', { password });
      return ['/users/check-otp-code', { email, code }];
    },
    'a sign-up': async (post) => {
      const newcomer = { email: 'newcomer@matrix.test' };
      await post('/users/register', { ...newcomer, password });
      return ['/users/check-otp-code', { ...newcomer, code: await codeOf(newcomer.email) }];
    },
    'a forgotten password': async (post) => {
      const code = await sent(post, '/users/forget-password', {});
      return ['/users/forget-password/check', { email, code }];
    },
    'a log-in with a passkey': async (post) => [
      '/users/passkeys/sign-in',
      { passkey: await answer(post, {}) },
    ],
    'a passkey after the password': async (post) => {
      await post('/users/login', { email, password });
      return ['/users/passkeys/sign-in', { email, passkey: await answer(post, { email }) }];
    },
  };

  beforeAll(async () => {
    email = 'challenged@matrix.test';
    const post = browser();
    await post('/users/register', { email, password });
    await post('/users/check-otp-code', { email, code: await codeOf(email) });
    const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
      database.db,
    );
    key = await addKey(await addSession(database.db, rows[0]?.id ?? '', { proved: 'PASSKEY' }));
  });

  it.each(Object.keys(STEPS))('%s is ended in the browser that began it alone', async (name) => {
    const [own, other] = [browser(), browser()];
    // The other one has a cookie of its own.
    await other('/users/passkeys/challenge', {});
    const [path, body] = (await STEPS[name]?.(own)) ?? [];
    const end = async (post: Post) => (await post(path as string, body as object)).status;
    expect([await end(other), await end(browser()), await end(own)]).toEqual([400, 400, 200]);
  });

  type End = (token: string) => ReturnType<typeof call>;
  /** The same of steps that a session began. */
  const SESSION_STEPS: Partial<Record<ProvedChange | 'CODE' | 'KEY', (token: string) => Promise<End>>> = {
    CODE: async (token) => {
      await call(url, 'POST', '/users/step-up/send-code', { token, body: {} });
      const code = await codeOf('sessions@matrix.test');
      return (by) => call(url, 'POST', '/users/step-up', { token: by, body: { code } });
    },
    KEY: async (token) => {
      const asked = await call(url, 'POST', '/users/step-up/passkey', { token });
      const passkey = key.answer(asked.body.baseDTO);
      return (by) => call(url, 'POST', '/users/step-up', { token: by, body: { passkey } });
    },
    PASSKEY: async (token) => {
      const begun = await call(url, 'POST', '/users/passkeys/begin', { token });
      const body = { name: 'Phone', ...softPasskey(pageOrigin()).create(begun.body.baseDTO) };
      return (by) => call(url, 'POST', '/users/passkeys', { token: by, body });
    },
    EMAIL: async (token) => {
      const newEmail = 'moved@matrix.test';
      await call(url, 'POST', '/users/change-email', { token, body: { newEmail } });
      const body = { otp: await codeOf(newEmail) };
      return (by) => call(url, 'POST', '/users/change-email-otp', { token: by, body });
    },
  };

  it('is ended in the session that began it alone, not in another of the same person', async () => {
    const own = await addPerson(database.db, { email: 'sessions@matrix.test' });
    const other = await addPerson(database.db, { email: 'others@matrix.test' });
    key = await addKey(await addSession(database.db, own, { proved: 'PASSKEY' }));
    const answers: Record<string, number[]> = {};
    for (const [step, begin] of Object.entries(SESSION_STEPS)) {
      const more = step === 'CODE' || step === 'KEY' ? {} : { proved: step as ProvedChange };
      const token = await addSession(database.db, own, more);
      const end = await begin(token);
      const others = [await addSession(database.db, own, more), await addSession(database.db, other, more)];
      answers[step] = [];
      for (const by of [...others, token]) answers[step].push((await end(by)).status);
    }
    const once = [400, 400, 200];
    expect(answers).toEqual({ CODE: once, KEY: once, PASSKEY: once, EMAIL: once });
  });
});

// ── An ended stream ─────────────────────────────────────────────────────────────────────────────

describe('a stream', () => {
  /** Signs in; answers what the server said to that, and its end. */
  async function openStream(token: string) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`);
    const ended = new Promise<number>((resolve) => {
      socket.addEventListener('close', ({ code }) => resolve(code), { once: true });
    });
    const said = new Promise<object>((resolve) => {
      socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))), { once: true });
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    socket.send(JSON.stringify({ op: 'auth', token }));
    return { said: await said, ended, close: () => socket.close() };
  }

  const WAYS: Record<string, (id: string, token: string) => Promise<unknown>> = {
    'signs out': (_, token) => call(url, 'POST', '/users/logout', { token }),
    'is signed out elsewhere': async (id) => {
      const token = await addSession(database.db, id);
      const { body } = await call(url, 'GET', '/users/sessions', { token });
      const { id: other } = body.content.find(({ current }: { current: boolean }) => !current);
      return call(url, 'DELETE', `/users/sessions/${other}`, { token });
    },
    'is signed out with all others': async (id) =>
      call(url, 'DELETE', '/users/sessions', { token: await addSession(database.db, id) }),
    'freezes the account': (_, token) => call(url, 'POST', '/users/freeze', { token }),
    'adds a passkey elsewhere': async (id) =>
      addKey(await addSession(database.db, id, { proved: 'PASSKEY' })),
    'is blocked': async (id) =>
      call(url, 'POST', `/backoffice/people/${id}/block`, {
        token: (await tokenOf('kyc')) as string,
        body: { reason: 'called us' },
      }),
  };

  it.each(Object.keys(WAYS))('ends when whoever reads it %s, and does not open again', async (way) => {
    const id = await addPerson(database.db, { email: `${way.replaceAll(' ', '-')}@stream.test` });
    const token = await addSession(database.db, id);
    const stream = await openStream(token);
    expect(stream.said).toEqual({ op: 'authenticated' });
    await WAYS[way]?.(id, token);
    expect(await stream.ended).toBe(4001);
    const again = await openStream(token);
    expect(again.said).toEqual({ op: 'error', message: 'Invalid Token' });
    again.close();
  });
});

// ── Roles on approvals ──────────────────────────────────────────────────────────────────────────

/** What lets money, people or rules go on, and whose it is beside the admin's; by hand, like the matrix. */
const APPROVALS: Record<string, readonly StaffRole[]> = {
  'POST /backoffice/withdrawals/:id/approve': ['treasury'],
  'POST /backoffice/withdrawals/:id/refuse': ['treasury'],
  'POST /backoffice/company-refunds/:id': ['treasury'],
  'POST /backoffice/payouts/:id/paid': ['treasury'],
  'POST /backoffice/bank-deposits/:id': ['treasury'],
  'POST /backoffice/gateway-settlements/:id': ['treasury'],
  'POST /backoffice/bank-statements/:id/discard': ['treasury'],
  'POST /backoffice/bank-lines/:id': ['treasury'],
  'POST /backoffice/unclaimed-deposits/:id': ['treasury'],
  'POST /backoffice/freezes/:id/lift': ['treasury'],
  'POST /backoffice/row-changes/:id/confirm': [],
  'POST /backoffice/books/violations/:id/acknowledge': [],
  'POST /backoffice/recoveries/:id/confirm': ['kyc'],
  'POST /backoffice/people/:id/decision': ['kyc'],
  'POST /backoffice/people/:id/thaw': ['kyc'],
  'POST /backoffice/company-applications/:id/decision': ['kyc'],
};
const SETS = Array.from({ length: 2 ** STAFF_ROLES.length }, (_, set) =>
  STAFF_ROLES.filter((_role, index) => (set >> index) & 1),
);

it.each(Object.entries(APPROVALS))('%s is open to its roles in any set of them', async (name, roles) => {
  const endpoint = endpoints.find((found) => nameOf(found) === name) as Endpoint;
  const email = `${randomUUID()}@roles.test`;
  const id = await addPerson(database.db, { email });
  const answers: string[] = [];
  for (const set of SETS) {
    await sql`delete from staff where user_id = ${id}`.execute(database.db);
    for (const role of set)
      await sql`insert into staff (user_id, role, added_at) values (${id}, ${role}, now())`.execute(
        database.db,
      );
    answers.push(`${set.join()} ${await knock(endpoint, await addSession(database.db, id))}`);
  }
  const may = (set: readonly StaffRole[]) => set.some((role) => role === 'admin' || roles.includes(role));
  expect(answers).toEqual(SETS.map((set) => `${set.join()} ${may(set) ? 'open' : '403 FORBIDDEN'}`));
});
