import { type Coin, formatAmount, type Quote } from '@sarraf/domain';
import { sql } from 'kysely';
import { type People, recipientOf } from '../../identity/index.ts';
import type { Messaging, Notice } from '../../messaging/index.ts';
import { type Db, forceIndexScans, type Tx } from '../../platform/database/database.ts';
import type { Follower } from '../../platform/jobs/follow.ts';
import { isBuy, type OrderRow } from './order.ts';

interface Deps {
  db: Db;
  people: Pick<People, 'findAll'>;
  notifyAll: Messaging['notifyAll'];
}

/** Fills processed in one transaction. */
const CHUNK_SIZE = 500;

/**
 * Notifies people that a resting order of theirs was filled; a taker gets this in the reply. Reads the fills by
 * their numbers, which have no gaps, and stores its position: each order is notified once, and trading isn't slowed
 * down. Market makers, who have thousands a day, are not notified.
 */
export const createFillNotifier = (deps: Deps): Follower<'filled-orders'> => ({
  name: 'filled-orders',
  byBatches: true,
  step: () => notifyFilledOrders(deps),
  waitingSince: () => readFillsWaitingSince(deps.db),
});

/** Processes one chunk of fills per market. True: there is more. */
export async function notifyFilledOrders(deps: Deps, chunkSize = CHUNK_SIZE): Promise<boolean> {
  let hasMore = false;
  for (const market of await listUnprocessedMarkets(deps.db))
    hasMore =
      (await deps.db.transaction().execute((tx) => notifyChunk(deps, tx, market, chunkSize))) || hasMore;
  return hasMore;
}

async function readFillsWaitingSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(f.created_at) as at from market_heads h
    left join fills_told t on t.coin = h.coin and t.quote = h.quote
    join fills f on f.coin = h.coin and f.quote = h.quote and f.number = coalesce(t.fill, 0) + 1`.execute(db);
  return rows[0]?.at ?? null;
}

interface Market {
  coin: Coin;
  quote: Quote;
}

/** Returns the markets that have unprocessed fills. */
async function listUnprocessedMarkets(db: Db): Promise<Market[]> {
  const { rows } = await sql<Market>`select h.coin, h.quote from market_heads h
    left join fills_told t on t.coin = h.coin and t.quote = h.quote
    where h.fill > coalesce(t.fill, 0) order by h.coin, h.quote`.execute(db);
  return rows;
}

type FilledOrder = Pick<
  OrderRow,
  'id' | 'userId' | 'coin' | 'quote' | 'orderType' | 'executedAmount' | 'total'
>;

/** Handles one chunk of a market; false: there is no more, or another process is doing it. */
async function notifyChunk(
  { people, notifyAll }: Deps,
  tx: Tx,
  { coin, quote }: Market,
  chunkSize: number,
): Promise<boolean> {
  await sql`insert into fills_told (coin, quote, fill) values (${coin}, ${quote}, 0)
    on conflict do nothing`.execute(tx);
  const { rows: heads } = await sql<{ from: bigint; last: bigint }>`select t.fill as "from", h.fill as last
    from fills_told t join market_heads h on h.coin = t.coin and h.quote = t.quote
    where t.coin = ${coin} and t.quote = ${quote} and t.fill < h.fill for update of t skip locked`.execute(
    tx,
  );
  const head = heads[0];
  if (!head) return false;
  const to = head.from + BigInt(chunkSize) < head.last ? head.from + BigInt(chunkSize) : head.last;
  await forceIndexScans(tx);
  // By the order's last fill alone: its others may be in this chunk or in earlier ones. The offset has the planner
  // begin with the fills and look each order up by its key, whatever it knows of young tables.
  const { rows } =
    await sql<FilledOrder>`select o.id, o.user_id as "userId", o.coin, o.quote, o.order_type as "orderType",
      o.executed_amount as "executedAmount", o.total
    from fills f cross join lateral (
      select id, user_id, coin, quote, order_type, executed_amount, total from orders
      where user_id = f.maker_id and id = f.maker_order and order_status = 'IS_CLOSED' offset 0) o
    where f.coin = ${coin} and f.quote = ${quote} and f.number > ${head.from} and f.number <= ${to}
      and not exists (select from fills later where later.maker_order = f.maker_order and later.number > f.number)
    order by f.number`.execute(tx);
  const owners = await people.findAll([...new Set(rows.map(({ userId }) => userId))], tx);
  await notifyAll(
    tx,
    rows.flatMap((row) => {
      const owner = owners.get(row.userId);
      return owner && owner.level !== 'SUPERVISOR'
        ? [{ to: recipientOf(owner), notice: buildNotice(row) }]
        : [];
    }),
  );
  await sql`update fills_told set fill = ${to} where coin = ${coin} and quote = ${quote}`.execute(tx);
  return to < head.last;
}

const buildNotice = ({ id, coin, quote, orderType, executedAmount, total }: FilledOrder): Notice => ({
  kind: 'ORDER_FILLED',
  order: id,
  side: isBuy(orderType) ? 'buy' : 'sell',
  coin,
  quote,
  amount: formatAmount(executedAmount, coin),
  total: formatAmount(total, quote),
});
