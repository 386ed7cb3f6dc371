import type { FollowerName } from '@sarraf/domain/contracts';
import { createOperations } from '../operations/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Http } from '../platform/http/http.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import { createFollowerProgress } from '../platform/jobs/follower-progress.ts';
import { composeAlarms } from './alarms.ts';
import { readBackups } from './backups.ts';
import { createFoundations, type Infrastructure } from './foundations.ts';
import { createMoney, type Money } from './money.ts';
import { createServices, createTexts, type Services } from './services.ts';
import { createStaffView } from './staff-view.ts';
import { composeWatch } from './watch.ts';

export type Capabilities = Awaited<ReturnType<typeof createCapabilities>>;

/** Creates all capabilities, each from the previous ones. */
export async function createCapabilities(base: Infrastructure) {
  const foundations = await createFoundations(base);
  const money = await createMoney(base, foundations);
  const services = createServices(base, foundations, money);
  const alarms = composeAlarms(base, foundations);
  const staffView = createStaffView(base, foundations, money, services, alarms);
  const followers = listFollowers(money, services, staffView);
  const followerProgress = createFollowerProgress(followers, base.clock);
  const watch = composeWatch(base, foundations, money, followerProgress);
  const texts = await createTexts(base, foundations, money, services);
  const operations = createOperations({
    ...base,
    ...foundations,
    followerProgress,
    backups: () => readBackups(base),
  });
  return {
    ...foundations,
    ...money,
    ...services,
    ...staffView,
    ...texts,
    followers,
    followerProgress,
    watch,
    operations,
    alarms,
  };
}

/** Returns the followers of the ledger, in the order of their dependencies. */
const listFollowers = (
  { trading, tellers, wallet }: Money,
  { referral, history }: Services,
  { reports }: ReturnType<typeof createStaffView>,
): Follower<FollowerName>[] => [
  ...trading.followers,
  ...referral.followers,
  ...tellers,
  ...wallet.followers,
  ...reports.followers,
  ...history.followers,
];

/** Adds the routes of all capabilities, and the channels of the stream. */
export function addCapabilityRoutes(http: Http, stream: Stream, bus: Bus, capabilities: Capabilities): void {
  stream.openPrivateChannel('wallets');
  bus.subscribe('wallets', ({ userId, coins }) => stream.publishTo(userId, 'wallets', { coins }));
  stream.openPrivateChannel('notices');
  bus.subscribe('notices', ({ userId, unread }) => stream.publishTo(userId, 'notices', { unread }));
  bus.subscribe('user', ({ userId }) => stream.disconnectUser(userId));
  bus.subscribe('missed', () => stream.disconnectAll());
  for (const capability of [
    capabilities.market,
    capabilities.trading,
    capabilities.marketData,
    capabilities.operations,
    capabilities.history,
    capabilities.binance,
  ])
    capability.routes(http, stream);
  for (const plainCapability of [
    capabilities.recurring,
    capabilities.rules,
    capabilities.identity,
    capabilities.verification,
    capabilities.custody,
    capabilities.wallet,
    capabilities.withdrawal,
    capabilities.payout,
    capabilities.companies,
    capabilities.content,
    capabilities.news,
    capabilities.brand,
    capabilities.support,
    capabilities.webErrors,
    capabilities.alerts,
    capabilities.messaging,
    capabilities.referral,
    capabilities.statements,
    capabilities.issuedDocuments,
    capabilities.developers,
    capabilities.reports,
    capabilities.backoffice,
    capabilities.watch,
    capabilities.alarms,
    capabilities.staffRows,
  ])
    plainCapability.routes(http);
}

/** Starts prices first, then everything that needs them. `seed`: creates the sandbox's people and their money. */
export async function startCapabilities(
  capabilities: Capabilities,
  seed: () => Promise<void>,
): Promise<void> {
  await capabilities.market.start();
  capabilities.rules.start();
  capabilities.operations.start();
  await capabilities.trading.start();
  await seed();
  await capabilities.custody.start();
  capabilities.sandboxChains?.start();
  await capabilities.marketData.start();
  await capabilities.news.start();
  capabilities.wallet.start();
}

/** Stops everything that settles or calls vendors on its own; resolves when it has ended. */
export const stopSettling = (capabilities: Capabilities): Promise<unknown> => {
  capabilities.filling.stop();
  return Promise.all([
    capabilities.custody.stop(),
    capabilities.wallet.stop(),
    capabilities.trading.stop(),
    capabilities.sandboxChains?.stop(),
  ]);
};

/** Stops everything else, except e-mails that are still to be sent. */
export async function stopCapabilities(capabilities: Capabilities): Promise<void> {
  capabilities.referral.stop();
  await capabilities.history.stop();
  await capabilities.marketData.stop();
  await capabilities.market.stop();
  capabilities.rules.stop();
  capabilities.operations.stop();
  capabilities.brand.stop();
}
