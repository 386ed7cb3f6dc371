/** The names of chains and networks. Apart from what is known of them, which needs the assets. */

/** Every chain that coins move on. ERC20 runs on ETHEREUM and TRC20 on TRON; all other networks have one of their own. */
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

/** Networks of tokens, and the chain of another coin that each lives on. */
export const TOKEN_CHAINS = { ERC20: 'ETHEREUM', TRC20: 'TRON' } as const satisfies Record<string, Chain>;
export type TokenNetwork = keyof typeof TOKEN_CHAINS;

/** The name the API uses as `tokenType`: a token's network, or a chain's own coin on it. */
export type TokenType = Chain | TokenNetwork;

export const isTokenNetwork = (value: unknown): value is TokenNetwork =>
  typeof value === 'string' && Object.hasOwn(TOKEN_CHAINS, value);
