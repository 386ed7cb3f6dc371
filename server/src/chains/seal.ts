import { createHmac, timingSafeEqual } from 'node:crypto';

/** Everything of a row of `outgoing` that says where how much goes, and whose it is. Amounts are smallest units. */
export interface SealedOrder {
  id: string;
  kind: 'WITHDRAWAL' | 'SWEEP' | 'GAS' | 'COLD' | 'ROTATION';
  /** Of the seed whose key pays, of SWEEP and ROTATION; absent: the first. Whatever else is paid, the newest pays it. */
  generation?: number;
  chain: string;
  asset: string;
  tokenType: string;
  /** Key that pays; null: the hot one. */
  fromIndex: bigint | null;
  address: string;
  /** '' for none. */
  tag: string;
  amount: bigint;
  userId: string | null;
  withdrawalId: string | null;
}

/**
 * HMAC-SHA-256, 32 bytes, by the key that only the server and the signer have: a row that was forged has none. Those of the
 * first generation are as they were before there were others.
 */
export function sealOf(key: Buffer, order: SealedOrder): Buffer {
  const fields = [
    order.id,
    order.kind,
    order.chain,
    order.asset,
    order.tokenType,
    order.fromIndex,
    order.address,
    order.tag,
    order.amount,
    order.userId,
    order.withdrawalId,
  ].map((field) => (field === null ? null : String(field)));
  const { generation = 0 } = order;
  return createHmac('sha256', key)
    .update(
      generation === 0
        ? `sarraf outgoing\0${JSON.stringify(fields)}`
        : `sarraf outgoing 2\0${JSON.stringify([generation, ...fields])}`,
    )
    .digest();
}

export function sealFits(key: Buffer, order: SealedOrder, seal: Buffer): boolean {
  const expected = sealOf(key, order);
  return seal.length === expected.length && timingSafeEqual(seal, expected);
}
