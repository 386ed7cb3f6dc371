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
import { createWatchOf } from './watch.ts';

export type Capabilities = Awaited<ReturnType<typeof createCapabilities>>;

/** Creates all capabilities, each from the previous ones. */
export async function createCapabilities(base: Infrastructure) {
  const foundations = await createFoundations(base);
  const money = await createMoney(base, foundations);
  const services = createServices(base, foundations, money);
  const alarms = composeAlarms(base, foundations);
  const staffView = createStaffView(base, foundations, money, services, alarms);
  const followers = followersOf(money, services, staffView);
  const followerProgress = createFollowerProgress(followers, base.clock);
  const watch = createWatchOf(base, foundations, money, followerProgress);
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
const followersOf = (
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
export function addRoutes(http: Http, stream: Stream, bus: Bus, parts: Capabilities): void {
  stream.openPrivateChannel('wallets');
  bus.subscribe('wallets', ({ userId, coins }) => stream.publishTo(userId, 'wallets', { coins }));
  stream.openPrivateChannel('notices');
  bus.subscribe('notices', ({ userId, unread }) => stream.publishTo(userId, 'notices', { unread }));
  bus.subscribe('user', ({ userId }) => stream.drop(userId));
  bus.subscribe('missed', () => stream.dropAll());
  for (const part of [
    parts.market,
    parts.trading,
    parts.marketData,
    parts.operations,
    parts.history,
    parts.binance,
  ])
    part.routes(http, stream);
  for (const part of [
    parts.recurring,
    parts.rules,
    parts.identity,
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
    parts.issuedDocuments,
    parts.developers,
    parts.reports,
    parts.backoffice,
    parts.watch,
    parts.alarms,
    parts.staffRows,
  ])
    part.routes(http);
}

/** Starts prices first, then everything that needs them. `seed`: creates the sandbox's people and their money. */
export async function startCapabilities(parts: Capabilities, seed: () => Promise<void>): Promise<void> {
  await parts.market.start();
  parts.rules.start();
  parts.operations.start();
  await parts.trading.start();
  await seed();
  await parts.custody.start();
  parts.sandboxChains?.start();
  await parts.marketData.start();
  await parts.news.start();
  parts.wallet.start();
}

/** Stops everything that settles or calls vendors on its own; resolves when it has ended. */
export const stopSettling = (parts: Capabilities): Promise<unknown> => {
  parts.filling.stop();
  return Promise.all([
    parts.custody.stop(),
    parts.wallet.stop(),
    parts.trading.stop(),
    parts.sandboxChains?.stop(),
  ]);
};

/** Stops everything else, except e-mails that are still to be sent. */
export async function stopCapabilities(parts: Capabilities): Promise<void> {
  parts.referral.stop();
  await parts.history.stop();
  await parts.marketData.stop();
  await parts.market.stop();
  parts.rules.stop();
  parts.operations.stop();
  parts.brand.stop();
}
