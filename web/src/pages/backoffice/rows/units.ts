import { type Asset, assetOfRow, type BusinessField, type BusinessRowKind } from '@sarraf/domain';

/** Returns the asset of an amount; null: not an amount. */
export const assetOfField = (kind: BusinessRowKind, key: string, { type }: BusinessField): Asset | null =>
  type === 'amount' ? assetOfRow(kind, key) : type === 'toman' ? 'TOMAN' : null;
