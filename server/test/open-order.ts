/** A blocked amount without an order, withdrawal or freeze violates a law of the ledger: this adds the order. */
import { type Asset, amountOf, parseMarket } from '@sarraf/domain';
import { sql } from 'kysely';
import { type Ledger, userAccount } from '../src/ledger/index.ts';
import type { Db } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import { fundAccount } from './seed.ts';

/** Creates money, and an open order that blocks it: a sale of a coin for Toman, or a purchase with Toman. */
export async function addOpenOrder(
  { db, ledger }: { db: Db; ledger: Ledger },
  userId: string,
  asset: Asset,
  blocked: bigint,
): Promise<void> {
  const sells = parseMarket(`${asset}_TOMAN`);
  const coin = sells?.coin ?? 'BITCOIN';
  const id = newId();
  const [debit, credit] = [userAccount(userId, asset), userAccount(userId, asset, 'blocked')];
  await fundAccount(ledger, debit, blocked);
  await ledger.submit({
    accounts: [debit, credit],
    decide: () => ({
      transfers: [{ debit, credit, amount: amountOf(blocked), kind: 'hold', reference: id }],
      reply: '',
    }),
  });
  await sql`with head as (
      update market_heads set sequence = sequence + 1 where coin = ${coin} and quote = 'TOMAN' returning sequence
    )
    insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
      notional, fee, total, toman_value, created_at, sequence, wage_ppm, reserved)
    select ${userId}, ${id}, ${coin}, 'TOMAN', ${sells ? 'LIMITED_SELL' : 'LIMITED_BUY'}, 'IS_OPEN',
      ${sells ? blocked : 1n}, ${sells ? 1_000_000_000n : 1n}, 0, 0, 0, 0, 0, now(), sequence, 4000, ${blocked}
    from head`.execute(db);
}
