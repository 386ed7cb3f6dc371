import { type Asset, pausablesForCoin, pausablesForFeature } from '@sarraf/domain';
import { usePause } from '../../../lib/pauses.ts';

/** Of what leaves: of Toman, or of coins and this one. */
export const useWithdrawPause = (asset: Asset) =>
  usePause([
    ...pausablesForFeature(asset === 'TOMAN' ? 'TOMAN_WITHDRAWAL' : 'COIN_WITHDRAWAL'),
    ...pausablesForCoin(asset),
  ]);
