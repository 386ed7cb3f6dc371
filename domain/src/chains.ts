/** Names of chains and networks, without their properties, which depend on the assets. */

/** All supported chains. ERC20 runs on ETHEREUM and TRC20 on TRON; all other networks are chains of their own. */
export const CHAINS = [
  'BITCOIN',
  'LITE_COIN',
  'DOGE_COIN',
  'DASH',
  'BITCOIN_CASH',
  'ETHEREUM',
  'CLASSIC_ETHEREUM',
  'BINANCE_COIN_BSC',
  'MATIC',
  'CELO',
  'TRON',
  'RIPPLE',
  'STELLAR',
  'EOS',
  'ELROND',
] as const;
export type Chain = (typeof CHAINS)[number];

/** Networks of tokens, and the chain each runs on. */
export const TOKEN_CHAINS = { ERC20: 'ETHEREUM', TRC20: 'TRON' } as const satisfies Record<string, Chain>;
export type TokenNetwork = keyof typeof TOKEN_CHAINS;

/** API value of `tokenType`: a token's network, or the chain of a native coin. */
export type TokenType = Chain | TokenNetwork;

export const isTokenNetwork = (value: unknown): value is TokenNetwork =>
  typeof value === 'string' && Object.hasOwn(TOKEN_CHAINS, value);
