import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createSendingFixture, type SendingFixture } from '../../../test/sending.ts';
import { codecOf } from '../../chains/index.ts';
import type { ChainNode } from '../ports.ts';

let t: SendingFixture;
beforeAll(async () => {
  t = await createSendingFixture();
});
afterEach(() => t.expectSoundBooks());
afterAll(() => t?.close());

/** A node that once reports a transaction as dead and accepts it later. */
function lying(real: ChainNode): ChainNode {
  let lies = 1;
  return {
    chain: real.chain,
    head: () => real.head(),
    blocks: (from, to) => real.blocks(from, to),
    transaction: (txid) => real.transaction(txid),
    find: (txid) => real.find(txid),
    plan: (request) => real.plan(request),
    balance: (address, asset, tokenType) => real.balance(address, asset, tokenType),
    ...(real.isExpired && { isExpired: (expires: number) => real.isExpired?.(expires) as Promise<boolean> }),
    broadcast: async (signed) => {
      lies -= 1;
      return lies >= 0 ? 'DEAD' : real.broadcast(signed);
    },
  };
}

it.each([
  ['BITCOIN', 1_000_000n],
  ['RIPPLE', 50_000_000n],
] as const)(
  'a transaction that a node wrongly reports as dead is sent in the end: %s',
  async (asset, unit) => {
    await t.fund(asset, 20n * unit);
    const address = codecOf(asset, 'main').keyOf(new Uint8Array(64).fill(99), { branch: 'hot' }).address;
    const queued = await t.withdraw({ asset, address, amount: unit });
    const node = lying(t.deps.nodes.get(asset) as ChainNode);
    const sender = t.senderWith({ nodes: new Map([[asset, node]]) });
    for (let look = 0; look < 6; look += 1) {
      await sender.sendOnce(asset);
      t.clock.advance(61_000);
      await t.chains.makeBlocks(asset, 8);
      await t.scanner.scanOnce(asset);
    }
    await sender.sendOnce(asset);
    expect(await t.held(asset, address)).toBe(unit);
    expect(await t.progress(queued)).toMatchObject({ state: 'DONE' });
    expect(await t.balance('house', asset, 'in_flight')).toBe(0n);
  },
);
