import {
  BUSINESS_ROW_KINDS,
  groupBankNumber,
  isAsset,
  isIban,
  isPausable,
  type PauseScope,
} from '@sarraf/domain';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCountryName } from '../../../lib/format/countries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { TxLink } from '../../../transfers/tx-link.tsx';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { isDayText } from '../../../ui/fields/date-text.ts';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { useRowName, useValueText } from '../rows/words.tsx';
import { toActionKey } from '../shared/action-key.ts';
import { useJobTexts } from '../shared/job-words.ts';
import { useLawTexts } from '../shared/law-words.ts';
import { usePausableName } from '../shared/use-pausable-name.ts';
import auditCss from './audit.module.css';
import { parseDetail } from './detail.ts';
import { COUNT_NAMES, VALUE_DICTIONARY_PARTS } from './value-parts.ts';

/** Returns the text for a key of the server; an unknown key is returned unchanged. */
export function useEventText(): (part: string, name: string) => string {
  const t = useTranslations('backoffice');
  return (part, name) => {
    const key = `${part}.${name}` as Parameters<typeof t>[0];
    return /^\w+$/.test(name) && t.has(key) ? t(key) : name;
  };
}

export function useActionText(): (action: string) => string {
  const toEventText = useEventText();
  return (action) => {
    const key = toActionKey(action);
    const text = toEventText('act', key);
    return text === key ? action : text;
  };
}

type DetailValues = readonly (readonly [name: string, value: string])[];

function useDetailValueText(): (name: string, value: string, otherValues: DetailValues) => string {
  const toEventText = useEventText();
  const rowWords = useRowChangeText();
  const plainWord = usePlainValueText();
  return (name, value, siblings) => {
    const rowText = rowWords(name, value, siblings);
    if (rowText !== null) return rowText;
    const parts = VALUE_DICTIONARY_PARTS[name] ?? [];
    const toText = (item: string) =>
      parts.map((part) => toEventText(part, item)).find((found) => found !== item) ?? plainWord(name, item);
    // One value may contain several keys.
    return MULTI_VALUE_NAMES.includes(name) ? value.split(' ').map(toText).join(' · ') : toText(value);
  };
}

const MULTI_VALUE_NAMES = ['reasons', 'permissions'];
const LEVEL_NAMES = ['level', 'before', 'after'];
/** Toman in a day and in a month, and until when, as the log has one's own limits. */
const PERSONAL_LIMITS = /^([\d.]+) \/ ([\d.]+) · (\S+Z)$/;
const COIN_NAMES = ['asset', 'coin'];
const NETWORK_NAMES = ['chain', 'network', 'tokenType'];

/** Formats a value by its type: a coin, a time, a day, a network, a level, yes or no. */
function usePlainValueText(): (name: string, value: string) => string {
  const toEventText = useEventText();
  const level = useTranslations('profile.level');
  const gateway = useTranslations('wallet.gateway');
  const pausableName = usePausableName();
  const { coin, date, dateTime, number, unit } = useFormat();
  const countryName = useCountryName();
  const networkName = useNetworkName();
  const lawWords = useLawTexts();
  const jobWords = useJobTexts();
  return (name, value) => {
    if (name === 'law') return lawWords(value).name;
    if (name === 'job') return jobWords(value).name;
    if (COIN_NAMES.includes(name)) return isAsset(value) ? coin(value) : value;
    if (NETWORK_NAMES.includes(name)) return networkName(value);
    if (name === 'countryName') return countryName(value);
    if (LEVEL_NAMES.includes(name) && level.has(value as 'GOLD')) return level(value as 'GOLD');
    if (name === 'gateway' && gateway.has(value as 'ZIBAL')) return gateway(value as 'ZIBAL');
    if (COUNT_NAMES.has(name) && /^-?\d+(\.\d+)?$/.test(value)) return number(value);
    if (isIban(value)) return groupBankNumber(value);
    const [scope, pausedName = ''] = value.split(' ');
    const pausable = { scope: scope as PauseScope, name: pausedName };
    if (name === 'what' && isPausable(pausable)) return pausableName(pausable);
    const personalLimits = PERSONAL_LIMITS.exec(value);
    if (personalLimits) {
      const [, day = '', month = '', until = ''] = personalLimits;
      return `${number(day)} / ${number(month)} ${unit('TOMAN')} · ${dateTime(until)}`;
    }
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateTime(value);
    if (isDayText(value)) return date(value);
    return toEventText('detailValue', value);
  };
}

/**
 * Returns the text of a change of a business row: its kind, the row, and its fields with their units; null: not
 * such a change.
 */
function useRowChangeText(): (name: string, value: string, beside: DetailValues) => string | null {
  const t = useTranslations('businessRows');
  const rowName = useRowName();
  const valueText = useValueText();
  return (name, value, beside) => {
    const findValue = (part: string) => beside.find(([name]) => name === part)?.[1] ?? '';
    const kind = BUSINESS_ROW_KINDS.find((candidate) => candidate === findValue('kind'));
    if (!kind) return null;
    if (name === 'kind') return t(`kind.${kind}`);
    const key = findValue('row');
    if (name === 'row') return rowName(kind, key);
    const parsedDetail = name === 'before' || name === 'after' ? parseDetail(value) : null;
    if (parsedDetail?.kind !== 'values') return null;
    return parsedDetail.values
      .map(([field, text]) => {
        const labelKey = `field.${field}` as 'field.active';
        const formattedValue = valueText(kind, key, field, SWITCH_VALUES[text] ?? text);
        return `${t.has(labelKey) ? t(labelKey) : field}: \u2068${formattedValue}\u2069`;
      })
      .join(' · ');
  };
}

/** Spelling in the log. */
const SWITCH_VALUES: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The numbers that have one spelling on every page, each by its component. */
const NUMBER_COMPONENTS: Readonly<Record<string, (value: string) => ReactNode>> = {
  txid: (value) => <TxLink txid={value} link={null} />,
  address: (value) => <AddressText text={value} />,
  // The log has a house account's digits alone.
  sheba: (value) => <BankNumber masked={isIban(value) ? value : `IR${value}`} />,
};

/** The details of a log entry; renders nothing if there are none. */
export function LogDetailText({ detail }: { detail: string }) {
  const toEventText = useEventText();
  const valueWord = useDetailValueText();
  const parsedDetail = parseDetail(detail);
  if (parsedDetail.kind === 'text') {
    return parsedDetail.text ? (
      <span className={auditCss.text} dir="auto">
        {parsedDetail.text}
      </span>
    ) : null;
  }
  if (parsedDetail.values.length === 0) return null;
  return (
    <Cluster
      as="dl"
      gap={3}
      rowGap="line"
      align="baseline"
      wrap
      size="s"
      tone="soft"
      className={auditCss.values}
    >
      {parsedDetail.values.map(([name, value]) => (
        <div key={name}>
          <dt>{toEventText('detailName', name)}: </dt>
          <dd>
            {NUMBER_COMPONENTS[name]?.(value) ?? <bdi>{valueWord(name, value, parsedDetail.values)}</bdi>}
          </dd>
        </div>
      ))}
    </Cluster>
  );
}
