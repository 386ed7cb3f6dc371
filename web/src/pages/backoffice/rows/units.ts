import { type Asset, assetOfRow, type DeskField, type DeskRowKind } from '@sarraf/domain';

/** What an amount is of; null: it is none. */
export const assetOfField = (kind: DeskRowKind, key: string, { type }: DeskField): Asset | null =>
  type === 'amount' ? assetOfRow(kind, key) : type === 'toman' ? 'TOMAN' : null;
