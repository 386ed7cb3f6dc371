import {
  BUSINESS_ROW_KINDS,
  groupBankNumber,
  isAsset,
  isIban,
  isPausable,
  type PauseScope,
} from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useCountryName } from '../../../lib/format/countries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { isDayText } from '../../../ui/fields/date-text.ts';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { useRowName, useValueText } from '../rows/words.tsx';
import { actionKey } from '../shared/action-key.ts';
import { useJobWords } from '../shared/job-words.ts';
import { useLawWords } from '../shared/law-words.ts';
import { usePausableName } from '../shared/use-pausable-name.ts';
import auditCss from './audit.module.css';
import { readDetail } from './detail.ts';
import { COUNTS, VALUE_PARTS } from './value-parts.ts';

/** Returns the text for a key of the server; an unknown key is returned unchanged. */
export function useEventWord(): (part: string, name: string) => string {
  const t = useTranslations('backoffice');
  return (part, name) => {
    const key = `${part}.${name}` as Parameters<typeof t>[0];
    return /^\w+$/.test(name) && t.has(key) ? t(key) : name;
  };
}

export function useActionWord(): (action: string) => string {
  const word = useEventWord();
  return (action) => {
    const key = actionKey(action);
    const known = word('act', key);
    return known === key ? action : known;
  };
}

type Values = readonly (readonly [name: string, value: string])[];

function useValueWord(): (name: string, value: string, beside: Values) => string {
  const word = useEventWord();
  const rowWords = useRowWords();
  const plainWord = usePlainWord();
  return (name, value, beside) => {
    const ofRow = rowWords(name, value, beside);
    if (ofRow !== null) return ofRow;
    const parts = VALUE_PARTS[name] ?? [];
    const known = (one: string) =>
      parts.map((part) => word(part, one)).find((found) => found !== one) ?? plainWord(name, one);
    // One value may contain several keys.
    return SEVERAL.includes(name) ? value.split(' ').map(known).join(' · ') : known(value);
  };
}

const SEVERAL = ['reasons', 'permissions'];
const LEVELS = ['level', 'before', 'after'];
/** Toman in a day and in a month, and until when, as the log has one's own limits. */
const OWN_LIMITS = /^([\d.]+) \/ ([\d.]+) · (\S+Z)$/;
const COIN_NAMES = ['asset', 'coin', 'chain'];

/** Formats a value by its type: a coin, a time, a day, a network, a level, yes or no. */
function usePlainWord(): (name: string, value: string) => string {
  const word = useEventWord();
  const level = useTranslations('profile.level');
  const gateway = useTranslations('wallet.gateway');
  const pausableName = usePausableName();
  const { coin, date, dateTime, number, unit } = useFormat();
  const countryName = useCountryName();
  const networkName = useNetworkName();
  const lawWords = useLawWords();
  const jobWords = useJobWords();
  return (name, value) => {
    if (name === 'law') return lawWords(value).name;
    if (name === 'job') return jobWords(value).name;
    if (COIN_NAMES.includes(name)) return isAsset(value) ? coin(value) : value;
    if (name === 'network' || name === 'tokenType') return networkName(value);
    if (name === 'countryName') return countryName(value);
    if (LEVELS.includes(name) && level.has(value as 'GOLD')) return level(value as 'GOLD');
    if (name === 'gateway' && gateway.has(value as 'ZIBAL')) return gateway(value as 'ZIBAL');
    if (COUNTS.has(name) && /^-?\d+(\.\d+)?$/.test(value)) return number(value);
    if (isIban(value)) return groupBankNumber(value);
    const [scope, paused = ''] = value.split(' ');
    const pausable = { scope: scope as PauseScope, name: paused };
    if (name === 'what' && isPausable(pausable)) return pausableName(pausable);
    const own = OWN_LIMITS.exec(value);
    if (own) {
      const [, day = '', month = '', until = ''] = own;
      return `${number(day)} / ${number(month)} ${unit('TOMAN')} · ${dateTime(until)}`;
    }
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateTime(value);
    if (isDayText(value)) return date(value);
    return word('detailValue', value);
  };
}

/**
 * Returns the text of a change of a business row: its kind, the row, and its fields with their units; null: not
 * such a change.
 */
function useRowWords(): (name: string, value: string, beside: Values) => string | null {
  const t = useTranslations('businessRows');
  const rowName = useRowName();
  const valueText = useValueText();
  return (name, value, beside) => {
    const of = (part: string) => beside.find(([known]) => known === part)?.[1] ?? '';
    const kind = BUSINESS_ROW_KINDS.find((known) => known === of('kind'));
    if (!kind) return null;
    if (name === 'kind') return t(`kind.${kind}`);
    const key = of('row');
    if (name === 'row') return rowName(kind, key);
    const said = name === 'before' || name === 'after' ? readDetail(value) : null;
    if (said?.kind !== 'values') return null;
    return said.values
      .map(([field, text]) => {
        const word = `field.${field}` as 'field.active';
        const shown = valueText(kind, key, field, SWITCH[text] ?? text);
        return `${t.has(word) ? t(word) : field}: \u2068${shown}\u2069`;
      })
      .join(' · ');
  };
}

/** Spelling in the log. */
const SWITCH: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The details of a log entry; renders nothing if there are none. */
export function DetailWords({ detail }: { detail: string }) {
  const word = useEventWord();
  const valueWord = useValueWord();
  const said = readDetail(detail);
  if (said.kind === 'text') {
    return said.text ? (
      <span className={auditCss.text} dir="auto">
        {said.text}
      </span>
    ) : null;
  }
  if (said.values.length === 0) return null;
  return (
    <Cluster
      as="dl"
      gap={3}
      rowGap="line"
      align="stretch"
      wrap
      size="s"
      tone="soft"
      className={auditCss.values}
    >
      {said.values.map(([name, value]) => (
        <div key={name}>
          <dt>{word('detailName', name)}: </dt>
          <dd>
            <bdi>{valueWord(name, value, said.values)}</bdi>
          </dd>
        </div>
      ))}
    </Cluster>
  );
}
