import { type BusinessRowKind, type FieldText, fieldsOf, getRowAsset, splitRowKey } from '@sarraf/domain';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { cx } from '../../../ui/class-names.ts';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { CoinLabel } from '../../../ui/values/coin-label.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../shared/parts.module.css';
import own from './rows.module.css';

/** Values are never truncated: all their digits are shown. */
const ALL_DECIMALS = 18;

/** Returns the name of a price source; its key if the dictionary has none. */
export function useSourceName(): (source: string) => string {
  const t = useTranslations('businessRows.sourceName');
  return (source) => (t.has(source as 'binance') ? t(source as 'binance') : source);
}

/** Returns the subject of a row as text: "Tether · TRC20", "Bitcoin / Toman", "Gold". */
export function useRowName(): (kind: BusinessRowKind, key: string) => string {
  const t = useTranslations('businessRows.kind');
  const level = useTranslations('profile.level');
  const { coin } = useFormat();
  const sourceName = useSourceName();
  const networkName = useNetworkName();
  return (kind, key) => {
    const [first = '', second = ''] = splitRowKey(key);
    if (kind === 'priceSource') return `${coin(first)} · ${sourceName(second)}`;
    if (kind === 'network') return `${coin(first)} · ${networkName(second)}`;
    if (kind === 'market') return `${coin(first)} / ${coin(second)}`;
    if (kind === 'level' || kind === 'withdrawalLevel')
      return level.has(first as 'GOLD') ? level(first as 'GOLD') : first;
    return key === 'ALL' || kind === 'bank' ? t(kind) : coin(first);
  };
}

/** Returns the title of a row's change. A level is in two tables of one page, so its limits are named. */
export function useChangeTitle(): (kind: BusinessRowKind, key: string) => string {
  const t = useTranslations('businessRows');
  const name = useRowName();
  return (kind, key) =>
    t(kind === 'withdrawalLevel' ? 'changeLimitsOf' : 'changeOf', { name: name(kind, key) });
}

/** The same as the first cell of a table. */
export function RowTitle({ kind, rowKey }: { kind: BusinessRowKind; rowKey: string }) {
  const name = useRowName();
  const networkName = useNetworkName();
  const { coin } = useFormat();
  const [first = '', second = ''] = splitRowKey(rowKey);
  if (kind === 'network' || kind === 'market') {
    return (
      <Cluster as="span" gap={3} rowGap={2} wrap>
        <CoinLabel coin={first} size={28} />
        <span className={own.part}>
          {kind === 'market' ? coin(second) : <bdi>{networkName(second)}</bdi>}
        </span>
      </Cluster>
    );
  }
  if (kind === 'level' || kind === 'withdrawalLevel') return <strong>{name(kind, rowKey)}</strong>;
  return <CoinLabel coin={first} size={28} />;
}

/** Returns a field's value for use in a sentence. */
export function useValueText(): (
  kind: BusinessRowKind,
  key: string,
  name: string,
  value: FieldText,
) => string {
  const t = useTranslations('businessRows');
  const { amount, unit, digits, number } = useFormat();
  return (kind, key, name, value) => {
    const type = fieldsOf(kind)[name]?.type;
    if (typeof value === 'boolean') return t(getSwitchKey(kind, value));
    if (type === 'percent' || name === 'percent') return `${number(value)}${t('percentSign')}`;
    if (type === 'amount' || type === 'toman') {
      const asset = type === 'amount' ? getRowAsset(kind, key) : 'TOMAN';
      return `${amount(stripTrailingZeros(String(value)), asset, ALL_DECIMALS)} ${unit(asset)}`;
    }
    return type === 'count' ? digits(number(value)) : String(value);
  };
}

/** A field's value in a table. */
export function FieldCell({ kind, rowKey, name, value }: FieldCellProps) {
  const t = useTranslations('businessRows');
  const text = useValueText();
  const type = fieldsOf(kind)[name]?.type;
  if (value === undefined) return <span className={css.muted}>—</span>;
  if (typeof value === 'boolean') {
    const Icon = value ? IconCircleCheck : IconCircleX;
    return (
      <span className={cx(css.state, value ? css.good : css.bad)}>
        <Icon size={18} aria-hidden />
        {t(getSwitchKey(kind, value))}
      </span>
    );
  }
  if (type === 'amount' || type === 'toman') {
    const asset = type === 'amount' ? getRowAsset(kind, rowKey) : 'TOMAN';
    return <Money value={stripTrailingZeros(String(value))} asset={asset} decimals={ALL_DECIMALS} />;
  }
  return <bdi dir="ltr">{text(kind, rowKey, name, value)}</bdi>;
}

/** A price source isn't open or closed: it counts or not. */
const getSwitchKey = (kind: BusinessRowKind, value: boolean) =>
  kind === 'priceSource' ? (value ? 'counted' : 'notCounted') : value ? 'on' : 'off';

interface FieldCellProps {
  kind: BusinessRowKind;
  rowKey: string;
  name: string;
  value: FieldText | undefined;
}

/** Removes the trailing zeros of the API. */
export const stripTrailingZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text;
