import { type Asset, type BusinessField, type BusinessRowKind, getRowAsset } from '@sarraf/domain';

/** Returns the asset of an amount; null: not an amount. */
export const getFieldAsset = (kind: BusinessRowKind, key: string, { type }: BusinessField): Asset | null =>
  type === 'amount' ? getRowAsset(kind, key) : type === 'toman' ? 'TOMAN' : null;
