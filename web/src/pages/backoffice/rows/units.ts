import { type Asset, assetOfRow, type BusinessField, type BusinessRowKind } from '@sarraf/domain';

/** What an amount is of; null: it is none. */
export const assetOfField = (kind: BusinessRowKind, key: string, { type }: BusinessField): Asset | null =>
  type === 'amount' ? assetOfRow(kind, key) : type === 'toman' ? 'TOMAN' : null;
