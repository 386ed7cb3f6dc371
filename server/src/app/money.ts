import { createCompanyReceipts } from '../company/index.ts';
import { createCustody, createSignerClient } from '../custody/index.ts';
import { createMarket, type Market } from '../market/index.ts';
import { createMarketData } from '../market-data/index.ts';
import { createPayout } from '../payout/index.ts';
import {
  createFillNotifier,
  createRecurringPurchases,
  createTrading,
  createTriggeredTeller,
} from '../trading/index.ts';
import { createVerification } from '../verification/index.ts';
import { createWallet } from '../wallet/index.ts';
import { createWithdrawal, requireLimits } from '../withdrawal/index.ts';
import type { Foundations, Infrastructure } from './foundations.ts';
import { fillWallets } from './seed-sandbox.ts';
import { tradingState } from './trading-state.ts';
import {
  bankAccount,
  chainNodes,
  codecsOfMainNets,
  finnotech,
  gateways,
  priceHistories,
  sandboxBank,
  sandboxChainsOf,
  sandboxIdentity,
  sandboxKeys,
  sandboxReports,
} from './vendors.ts';

/** Polling interval of a chain; shorter in the sandbox, where a user waits at the screen. */
const POLL_MS = 10_000;
const SANDBOX_POLL_MS = 2_000;

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
    ...(outbox ? sandboxIdentity(db, outbox) : { provider: finnotech(config, clock) }),
  });
  const market = await createMarket({
    ...base,
    sources: prices,
    histories: priceHistories(config, clock),
  });
  const chains = createChains(base, foundations, market);
  const { custody } = chains;
  const bank = sandboxBank(config, db);
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
    verifiedCards: (userId) => verification.verifiedCards(userId),
    verifiedShebas: (userId) => verification.verifiedShebas(userId),
    gateways: [...(bank ? [bank] : []), ...gateways(config)],
    bankAccount: bankAccount(config),
    halt: custody.halt,
    companyReceipts: createCompanyReceipts({ ...base, rules }),
    ...(bank && { sandboxBank: bank }),
  });
  await requireLimits(db);
  const reports = bank ? sandboxReports({ ...base, people: identity.people, imports: wallet.imports }) : [];
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
    trading: tradingState(foundations),
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
    verifiedShebas: (userId) => verification.verifiedShebas(userId),
    depositHold: (userId) => wallet.depositHold(userId),
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
    wageOf: (level, quote) => identity.levels.wageOf(level, quote),
    userCount: () => identity.userCount(),
  });
  const telling = { db: base.db, people: identity.people, notifyAll: messaging.notifyAll };
  const tellers = [createFillNotifier(telling), createTriggeredTeller(telling)];
  const recurring = createRecurringPurchases({
    ...base,
    refusePaused,
    rules,
    market,
    findTraders: identity.findTraders,
    wageOf: (level, quote) => identity.levels.wageOf(level, quote),
    people: identity.people,
    notifyAll: messaging.notifyAll,
    isClosed: () => closures.maintenance()?.on != null,
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
  const mainCodec = codecsOfMainNets();
  const sandboxChains = sandboxChainsOf(base, mainCodec);
  const approvalKeys = sandboxKeys(config);
  const nodes = sandboxChains?.nodes ?? chainNodes(config, signer);
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
    pollMs: config.sandbox ? SANDBOX_POLL_MS : POLL_MS,
    ...(sandboxChains && { sandboxChains }),
    ...(approvalKeys && { sandboxKeys: approvalKeys }),
  });
  const filling = fillWallets({
    chains: sandboxChains,
    signer,
    market,
    isRead: custody.isRead,
    log: base.log,
  });
  return { custody, nodes, sandboxChains, filling };
}
