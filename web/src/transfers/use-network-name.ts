import { CHAIN_INFO, type Chain, chainOf, isAsset, isTokenType, type TokenNetwork } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';

/** What wallets and exchanges call a network by: each token's, and those chains that are known by the name of their tokens. */
export const NETWORK_STANDARDS: Readonly<Record<TokenNetwork, string> & Partial<Record<Chain, string>>> = {
  ERC20: 'ERC20',
  TRC20: 'TRC20',
  BINANCE_COIN_BSC: 'BEP20',
};

/** What people call a network: ERC20 is Ethereum's, BITCOIN is Bitcoin's own. */
export function useNetworkName(): (tokenType: string) => string {
  const t = useTranslations('history.network');
  const { coin } = useFormat();
  return (tokenType) => {
    // History also has networks that are gone.
    if (!isTokenType(tokenType)) return isAsset(tokenType) ? coin(tokenType) : tokenType;
    const chain = coin(CHAIN_INFO[chainOf(tokenType)].coin);
    const standard = NETWORK_STANDARDS[tokenType];
    return standard === undefined ? chain : t('token', { chain, standard });
  };
}
