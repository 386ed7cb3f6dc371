import { describe, expect, it } from 'vitest';
import { ALL_ASSETS, ASSETS, type Network } from './assets.ts';
import { CHAINS, TOKEN_CHAINS } from './chains.ts';
import { chainOf, findNetwork, isTokenType, listCoinsOnChain, TOKEN_CONTRACTS } from './networks.ts';

describe('the networks of coins', () => {
  it('have only known names, as the compiler checks', () => {
    // @ts-expect-error: an unknown network.
    const network: Network = { tokenType: 'ERC21', tagNeeded: false };
    expect(isTokenType(network.tokenType)).toBe(false);
    // @ts-expect-error: the contract of an unknown token.
    expect(TOKEN_CONTRACTS.ERC21).toBeUndefined();
  });

  it('each have a chain, except the one that was shut down', () => {
    const without = ALL_ASSETS.flatMap((asset) =>
      ASSETS[asset].networks.filter(({ tokenType }) => findNetwork(asset, tokenType) === null),
    );
    expect(without).toEqual([{ tokenType: 'BINANCE_COIN', tagNeeded: true }]);
  });

  it("are the token's network, or the chain itself", () => {
    expect(Object.keys(TOKEN_CHAINS).map((token) => isTokenType(token) && chainOf(token))).toEqual([
      'ETHEREUM',
      'TRON',
    ]);
    expect(CHAINS.map(chainOf)).toEqual(CHAINS);
    expect(listCoinsOnChain('TRON').map(({ tokenType }) => tokenType)).toEqual(['TRON', 'TRC20']);
  });

  it('exclude names of Object.prototype', () => {
    expect(['constructor', 'toString', '', null].filter(isTokenType)).toEqual([]);
  });
});
