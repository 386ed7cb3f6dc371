import { CHAIN_INFO, CHAINS, parseAddress } from '@sarraf/domain';
import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, it } from 'vitest';
import { codecOf, type KeyPath } from './index.ts';

const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
const PLACES: readonly KeyPath[] = [
  { branch: 'deposit', index: 0 },
  { branch: 'deposit', index: 41 },
  { branch: 'hot' },
];

describe('the codec of every chain', () => {
  it.each(CHAINS)('%s derives addresses that are valid for deposits', (chain) => {
    for (const net of ['main', 'regtest'] as const) {
      const codec = codecOf(chain, net);
      expect(codec.chain).toBe(chain);
      const account = codec.accountPublicKey(seed);
      expect(account === null).toBe(!codec.derivesPublicly);
      const places = CHAIN_INFO[chain].oneAccount ? PLACES.slice(-1) : PLACES;
      const addresses = places.map((place) => codec.keyOf(seed, place).address);
      expect(new Set(addresses).size).toBe(places.length);
      for (const [i, place] of places.entries()) {
        if (account !== null) expect(codec.addressOf(account, place)).toBe(addresses[i]);
        // An EOS account has a name, which doesn't derive from a key.
        if (chain !== 'EOS')
          expect(parseAddress(CHAIN_INFO[chain].coin, chain, addresses[i] ?? '', { net })?.address).toBe(
            addresses[i],
          );
      }
    }
  });
});
