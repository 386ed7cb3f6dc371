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
  return (name, value) => {
    const parts = VALUES[name] ?? [];
    const known = (one: string) => parts.map((part) => word(part, one)).find((found) => found !== one) ?? one;
    // Several reasons stand in one value.
    return name === 'reasons' ? value.split(' ').map(known).join(' · ') : known(value);
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
