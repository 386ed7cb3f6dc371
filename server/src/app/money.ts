import { createCompanyReceipts } from '../company/index.ts';
import { createCustody, createSignerClient } from '../custody/index.ts';
import { createMarket, type Market } from '../market/index.ts';
import { createMarketData } from '../market-data/index.ts';
import { createPayout } from '../payout/index.ts';
import {
  createFillNotifier,
  createRecurringPurchases,
  createTrading,
  createTriggerNotifier,
} from '../trading/index.ts';
import { createVerification } from '../verification/index.ts';
import { createWallet } from '../wallet/index.ts';
import { assertLimitsExist, createWithdrawal } from '../withdrawal/index.ts';
import type { Foundations, Infrastructure } from './foundations.ts';
import { fillWallets } from './seed-sandbox.ts';
import { createTradingState } from './trading-state.ts';
import {
  createBankInSandbox,
  createChainNodes,
  createChainsInSandbox,
  createConfiguredFinnotech,
  createGateways,
  createKeysInSandbox,
  createMainNetCodecs,
  createPriceHistories,
  createReportJobsInSandbox,
  createSandboxIdentityProvider,
  readBankAccount,
} from './vendors.ts';

/** Polling interval of a chain; shorter in the sandbox, where a user waits at the screen. */
const POLL_INTERVAL_MS = 10_000;
const SANDBOX_POLL_INTERVAL_MS = 2_000;

export type Money = Awaited<ReturnType<typeof createMoney>>;

/** Creates the capabilities that move money, and those that they need: verified people, prices, chains. */
export async function createMoney(base: Infrastructure, foundations: Foundations) {
  const { config, clock, db, prices } = base;
  const { secrets, outbox, names, messaging, identity, rules, volumeOf } = foundations;
  const verification = createVerification({
    ...base,
    secrets,
    people: identity.people,
    levels: identity.levels,
    volumeOf,
    notify: messaging.notify,
    ...(outbox
      ? createSandboxIdentityProvider(db, outbox)
      : { provider: createConfiguredFinnotech(config, clock) }),
  });
  const market = await createMarket({
    ...base,
    sources: prices,
    histories: createPriceHistories(config, clock),
  });
  const chains = createChains(base, foundations, market);
  const { custody } = chains;
  const bank = createBankInSandbox(config, db);
  const wallet = createWallet({
    ...base,
    secrets,
    names,
    coinDeposits: (userId, asset, page, db) => custody.listDeposits(userId, asset, page, db),
    coinDeposit: (userId, id, db) => custody.findDeposit(userId, id, db),
    market,
    rules,
    people: identity.people,
    notify: messaging.notify,
    verifiedCards: (userId) => verification.listVerifiedCards(userId),
    verifiedShebas: (userId) => verification.listVerifiedShebas(userId),
    gateways: [...(bank ? [bank] : []), ...createGateways(config)],
    bankAccount: readBankAccount(config),
    halt: custody.haltWithdrawals,
    companyReceipts: createCompanyReceipts({ ...base, rules }),
    ...(bank && { sandboxBank: bank }),
  });
  await assertLimitsExist(db);
  const reports = bank
    ? createReportJobsInSandbox({ ...base, people: identity.people, imports: wallet.imports })
    : [];
  const withdrawal = createWithdrawals(base, foundations, { verification, market, chains, wallet });
  const payout = createPayout({
    ...base,
    rules,
    sources: [withdrawal, wallet.refunds],
    people: identity.people,
    stopped: custody.stopped,
  });
  const { trading, tellers, recurring } = createTradingParts(base, foundations, market, withdrawal.bought);
  const marketData = createMarketData({
    ...base,
    market,
    trading: createTradingState(foundations),
    exchangeName: () => names().en,
  });
  return {
    verification,
    market,
    ...chains,
    wallet,
    /** Jobs of the sandbox's bank. */
    bankReports: { jobs: reports },
    withdrawal,
    payout,
    trading,
    recurring,
    tellers,
    marketData,
  };
}

function createWithdrawals(
  base: Infrastructure,
  { secrets, refusePaused, identity, messaging, rules }: Foundations,
  {
    verification,
    market,
    chains,
    wallet,
  }: {
    verification: ReturnType<typeof createVerification>;
    market: Market;
    chains: ReturnType<typeof createChains>;
    wallet: ReturnType<typeof createWallet>;
  },
) {
  return createWithdrawal({
    ...base,
    refusePaused,
    secrets,
    market,
    people: identity.people,
    intents: identity.intents,
    notify: messaging.notify,
    custody: chains.custody,
    chains: chains.nodes,
    verifiedShebas: (userId) => verification.listVerifiedShebas(userId),
    depositHold: (userId) => wallet.readDepositHold(userId),
    spendable: async (userId, asset) =>
      (await wallet.balancesOf(userId)).find((balance) => balance.asset === asset)?.spendable ?? 0n,
    promisePayout: (now) => rules.promisePayout(now),
  });
}

/** Creates orders and trades, purchases that recur, and what notifies people of both. */
function createTradingParts(
  base: Infrastructure,
  { messaging, identity, rules, refusePaused, closures }: Foundations,
  market: Market,
  sending: Parameters<typeof createTrading>[0]['sending'],
) {
  const trading = createTrading({
    ...base,
    refusePaused,
    sending,
    rules,
    market,
    findTraders: identity.findTraders,
    getFeeRate: (level, quote) => identity.levels.feeRateOf(level, quote),
    userCount: () => identity.countUsers(),
  });
  const telling = { db: base.db, people: identity.people, notifyAll: messaging.notifyAll };
  const tellers = [createFillNotifier(telling), createTriggerNotifier(telling)];
  const recurring = createRecurringPurchases({
    ...base,
    refusePaused,
    rules,
    market,
    findTraders: identity.findTraders,
    getFeeRate: (level, quote) => identity.levels.feeRateOf(level, quote),
    people: identity.people,
    notifyAll: messaging.notifyAll,
    isClosed: () => closures.currentMaintenance()?.on != null,
  });
  return { trading, tellers, recurring };
}

/** Creates the chains that are switched on, simulated or real, and custody on them. */
function createChains(
  base: Infrastructure,
  { identity, messaging, refusePaused }: Foundations,
  market: Market,
) {
  const { config } = base;
  const signer = createSignerClient({ url: config.SIGNER_URL, token: config.SIGNER_TOKEN });
  const mainCodec = createMainNetCodecs();
  const sandboxChains = createChainsInSandbox(base, mainCodec);
  const approvalKeys = createKeysInSandbox(config);
  const nodes = sandboxChains?.nodes ?? createChainNodes(config, signer);
  const custody = createCustody({
    ...base,
    refusePaused,
    market,
    people: identity.people,
    notify: messaging.notify,
    nodes,
    codecOf: mainCodec,
    signer,
    sealKey: config.SEAL_KEY,
    pollMs: config.sandbox ? SANDBOX_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
    ...(sandboxChains && { sandboxChains }),
    ...(approvalKeys && { sandboxKeys: approvalKeys }),
  });
  const filling = fillWallets({
    chains: sandboxChains,
    signer,
    market,
    isRead: custody.hasBeenScanned,
    log: base.log,
  });
  return { custody, nodes, sandboxChains, filling };
}
