import { createHmac, timingSafeEqual } from 'node:crypto';

/** All fields of a row of `outgoing` that determine amount, destination and owner. Amounts are smallest units. */
export interface SealedOrder {
  id: string;
  kind: 'WITHDRAWAL' | 'SWEEP' | 'GAS' | 'COLD' | 'ROTATION';
  /**
   * Generation of the seed whose key pays, for SWEEP and ROTATION; absent: the first. All other payments are made
   * by the newest.
   */
  generation?: number;
  chain: string;
  asset: string;
  tokenType: string;
  /** Index of the key that pays; null: the hot one. */
  fromIndex: bigint | null;
  address: string;
  /** Empty if there is no tag. */
  tag: string;
  amount: bigint;
  userId: string | null;
  withdrawalId: string | null;
}

/**
 * HMAC-SHA-256, 32 bytes, by a key that only the server and the signer have: a forged row lacks it. Seals of the
 * first generation are unchanged from before there were others.
 */
export function computeOrderSeal(key: Buffer, order: SealedOrder): Buffer {
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

export function isOrderSealValid(key: Buffer, order: SealedOrder, seal: Buffer): boolean {
  const expected = computeOrderSeal(key, order);
  return seal.length === expected.length && timingSafeEqual(seal, expected);
}
