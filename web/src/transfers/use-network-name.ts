import { isAsset } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';

/** Networks that wallets and exchanges know by the name of a standard. */
const STANDARDS: Readonly<Record<string, { chain: string; standard: string }>> = {
  ERC20: { chain: 'ETHEREUM', standard: 'ERC20' },
  TRC20: { chain: 'TRON', standard: 'TRC20' },
  BINANCE_COIN_BSC: { chain: 'BINANCE_COIN_BSC', standard: 'BEP20' },
};

/** What people call a network: ERC20 is Ethereum's, BITCOIN is Bitcoin's own. */
export function useNetworkName(): (tokenType: string) => string {
  const t = useTranslations('history.network');
  const { coin } = useFormat();
  return (tokenType) => {
    const known = STANDARDS[tokenType];
    if (known) return t('token', { chain: coin(known.chain), standard: known.standard });
    return isAsset(tokenType) ? coin(tokenType) : tokenType;
  };
}
