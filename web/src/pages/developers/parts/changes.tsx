import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import css from '../developers.module.css';
import { useTermsQuery } from '../queries.ts';
import { Section, useSay } from '../section.tsx';

/** Newest first: the date, and the change for programs. */
const CHANGES = [
  ['2026-11-28', 'keyLimit'],
  ['2026-11-28', 'deepBooks'],
  ['2026-11-28', 'cancelRequest'],
  ['2026-11-28', 'smsReason'],
  ['2026-11-28', 'reference'],
  ['2026-11-28', 'challenge'],
  ['2026-11-28', 'clock'],
  ['2026-11-28', 'unit'],
  ['2026-11-28', 'tags'],
  ['2026-11-28', 'texts'],
  ['2026-11-28', 'refunds'],
  ['2026-11-28', 'byKey'],
  ['2026-11-26', 'status'],
  ['2026-11-26', 'iceberg'],
  ['2026-11-26', 'transfers'],
  ['2026-11-26', 'stores'],
  ['2026-11-26', 'developers'],
  ['2026-11-25', 'binance'],
  ['2026-11-25', 'reading'],
  ['2026-11-25', 'waiting'],
  ['2026-11-25', 'orders'],
  ['2026-11-25', 'keys'],
  ['2026-11-22', 'documents'],
] as const;
const RULES = ['kept', 'notice', 'headers', 'safety'] as const;

/** The change log of the API, and its compatibility promise. */
export function Changes() {
  const t = useTranslations('developers.changes');
  const say = useSay();
  const { date, digits } = useFormat();
  const { data } = useQuery(useTermsQuery());
  return (
    <>
      <Section id="policy" title={t('policy')}>
        <p>{say('changes.policyText')}</p>
        {data && (
          <ul className={css.steps}>
            {RULES.map((rule) => (
              <li key={rule}>{say(`changes.rule.${rule}`, { months: digits(data.baseDTO.noticeMonths) })}</li>
            ))}
          </ul>
        )}
        {data?.baseDTO.deprecated.length === 0 && <p>{say('changes.none')}</p>}
        {data && data.baseDTO.deprecated.length > 0 && (
          <ul className={css.steps}>
            {data.baseDTO.deprecated.map(({ call, sinceDate, untilDate }) => (
              <li key={call}>
                {say('changes.goes', { call, since: date(sinceDate), until: date(untilDate) })}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section id="log" title={t('log')}>
        <dl className={css.terms}>
          {CHANGES.map(([day, change]) => (
            <div key={change}>
              <dt className={css.when}>
                <time dateTime={day}>{date(`${day}T12:00:00Z`)}</time>
              </dt>
              <dd>{say(`changes.change.${change}`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}
