import { useTranslations } from 'use-intl';
import auditCss from './audit.module.css';
import { actionKey, readDetail } from './detail.ts';

/** Where the dictionary has words for a value, by its name. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  from: ['state'],
  to: ['state'],
  kind: ['documents.kind', 'recovery'],
  check: ['checks'],
  provider: ['checks.provider'],
  reason: ['reason.said'],
  reasons: ['refusal'],
  role: ['role'],
  method: ['person.method'],
};

/** The desk's word for what the server names; what the dictionary doesn't know yet stands as it is. */
export function useDeskWord(): (part: string, name: string) => string {
  const t = useTranslations('backoffice');
  return (part, name) => {
    const key = `${part}.${name}` as Parameters<typeof t>[0];
    return /^\w+$/.test(name) && t.has(key) ? t(key) : name;
  };
}

export function useActionWord(): (action: string) => string {
  const word = useDeskWord();
  return (action) => {
    const key = actionKey(action);
    const known = word('act', key);
    return known === key ? action : known;
  };
}

function useValueWord(): (name: string, value: string) => string {
  const word = useDeskWord();
  const rowWords = useRowWords();
  return (name, value) => {
    const ofRow = rowWords(name, value);
    if (ofRow !== null) return ofRow;
    const parts = VALUES[name] ?? [];
    const known = (one: string) => parts.map((part) => word(part, one)).find((found) => found !== one) ?? one;
    // Several reasons stand in one value.
    return name === 'reasons' ? value.split(' ').map(known).join(' · ') : known(value);
  };
}

/** What stands beside a change of a row of business: its kind, and its fields by name; null: it is none. */
function useRowWords(): (name: string, value: string) => string | null {
  const t = useTranslations('businessDesk');
  return (name, value) => {
    if (name === 'kind')
      return t.has(`kind.${value}` as 'kind.coin') ? t(`kind.${value}` as 'kind.coin') : null;
    const said = name === 'before' || name === 'after' ? readDetail(value) : null;
    if (said?.kind !== 'values') return null;
    return said.values
      .map(([field, text]) => {
        const key = `field.${field}` as 'field.active';
        const shown = text === 'true' ? t('on') : text === 'false' ? t('off') : text;
        return `${t.has(key) ? t(key) : field}: \u2068${shown}\u2069`;
      })
      .join(' · ');
  };
}

/** What an entry tells beside its action; nothing where it tells nothing. */
export function DetailWords({ detail }: { detail: string }) {
  const word = useDeskWord();
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
    <dl className={auditCss.values}>
      {said.values.map(([name, value]) => (
        <div key={name}>
          <dt>{word('detailName', name)}: </dt>
          <dd>
            <bdi>{valueWord(name, value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
