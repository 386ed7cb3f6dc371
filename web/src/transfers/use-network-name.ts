import { CHAIN_INFO, type Chain, chainOf, isAsset, isTokenType, type TokenNetwork } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';

/**
 * The names of networks in wallets and exchanges: of all token networks, and of chains known by their token
 * standard.
 */
export const NETWORK_STANDARDS: Readonly<Record<TokenNetwork, string> & Partial<Record<Chain, string>>> = {
  ERC20: 'ERC20',
  TRC20: 'TRC20',
  BINANCE_COIN_BSC: 'BEP20',
};

/** Returns the display name of a network: ERC20 for Ethereum's tokens, BITCOIN for Bitcoin itself. */
export function useNetworkName(): (tokenType: string) => string {
  const t = useTranslations('history.network');
  const { coin } = useFormat();
  return (tokenType) => {
    // The history also contains networks that were removed.
    if (!isTokenType(tokenType)) return isAsset(tokenType) ? coin(tokenType) : tokenType;
    const chain = coin(CHAIN_INFO[chainOf(tokenType)].coin);
    const standard = NETWORK_STANDARDS[tokenType];
    return standard === undefined ? chain : t('token', { chain, standard });
  };
}
