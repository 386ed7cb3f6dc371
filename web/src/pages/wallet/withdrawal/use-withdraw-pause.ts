import { type Asset, pausablesForCoin, pausablesForFeature } from '@sarraf/domain';
import { usePause } from '../../../lib/pauses.ts';

/** Returns the pause of Toman withdrawals, or of withdrawals of this coin. */
export const useWithdrawPause = (asset: Asset) =>
  usePause([
    ...pausablesForFeature(asset === 'TOMAN' ? 'TOMAN_WITHDRAWAL' : 'COIN_WITHDRAWAL'),
    ...pausablesForCoin(asset),
  ]);
