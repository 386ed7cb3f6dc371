import type { ProgramTerms } from '@sarraf/domain/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toErrorKey } from '../../../framework/i18n/error-key.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../../ui/feedback/prose-skeleton.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import css from '../developers.module.css';
import { useTermsQuery } from '../queries.ts';
import { Definitions, Section, useSay } from '../section.tsx';

const REFUSAL = `{
  "status": "BAD_REQUEST",
  "message": "UNKNOWN_FIELD",
  "errors": ["unitprice"]
}`;

/** Rate limits and error codes. */
export function Errors() {
  const t = useTranslations('developers');
  const say = useSay();
  const query = useQuery(useTermsQuery());
  return (
    <>
      <Section id="refusals" title={t('errors.form')}>
        <p>{say('errors.formText')}</p>
        <CodeBlock text={REFUSAL} copy={t('copy')} />
        <p>{say('errors.again')}</p>
      </Section>
      <Section id="limits" title={t('errors.limits')}>
        <p>{say('errors.limitsText')}</p>
        <QueryBoundary query={query} skeleton={<ProseSkeleton paragraphs={2} />}>
          {({ baseDTO }) => <RateLimits terms={baseDTO} />}
        </QueryBoundary>
      </Section>
      <Section id="codes" title={t('errors.codes')}>
        <p>{say('errors.codesText')}</p>
        <QueryBoundary query={query} skeleton={<ProseSkeleton paragraphs={4} />}>
          {({ baseDTO }) => <ErrorCodes of={baseDTO.errors} />}
        </QueryBoundary>
      </Section>
    </>
  );
}

function RateLimits({ terms }: { terms: ProgramTerms }) {
  const t = useTranslations('developers');
  const say = useSay();
  const { number, digits } = useFormat();
  return (
    <>
      <Card padding="flush" className={css.table}>
        <DataTable
          caption={t('errors.limits')}
          rows={terms.rates}
          rowKey={({ rate }) => rate}
          columns={[
            {
              key: 'rate',
              head: t('errors.rate'),
              cell: ({ rate }) => t(`errors.class.${rate}`),
              headless: true,
            },
            {
              key: 'most',
              head: t('errors.most'),
              cell: ({ most, seconds }) => t('errors.each', { most: number(most), seconds: digits(seconds) }),
              end: true,
            },
          ]}
        />
      </Card>
      <Definitions
        of={[
          { name: 'X-RateLimit-*', text: say('errors.headers') },
          {
            name: t('errors.second'),
            text: say('errors.secondText', { most: number(terms.ordersPerSecond) }),
            code: false,
          },
          {
            name: t('errors.maker'),
            text: say('errors.makerText', { times: digits(terms.marketMakerTimes) }),
            code: false,
          },
        ]}
      />
    </>
  );
}

function ErrorCodes({ of }: { of: ProgramTerms['errors'] }) {
  const t = useTranslations('developers.errors');
  const words = useTranslations('error');
  const { digits } = useFormat();
  const [filterText, setFilterText] = useState('');
  const sought = useDeferredValue(filterText.trim().toLowerCase());
  const getMeaning = (code: string) => words(toErrorKey(code) as Parameters<typeof words>[0]);
  const rows = of.filter(({ code, httpStatus }) =>
    `${code} ${httpStatus} ${getMeaning(code)}`.toLowerCase().includes(sought),
  );
  return (
    <Card padding="flush" className={css.table}>
      <div className={css.bar}>
        <SearchBox
          label={t('search')}
          placeholder={t('searchHint')}
          value={filterText}
          onChange={setFilterText}
        />
        <span className="hidden" role="status">
          {sought !== '' && t('found', { count: rows.length, shown: digits(rows.length) })}
        </span>
      </div>
      <DataTable
        still
        caption={t('codesTable')}
        rows={rows}
        rowKey={({ code }) => code}
        columns={[
          {
            key: 'code',
            head: t('code'),
            cell: ({ code }) => <code className={cx(css.inline, css.whole)}>{code}</code>,
            headless: true,
          },
          {
            key: 'status',
            head: t('status'),
            cell: ({ httpStatus }) => digits(httpStatus),
          },
          {
            key: 'meaning',
            head: t('meaning'),
            cell: ({ code }) => <span className={css.mean}>{getMeaning(code)}</span>,
            headless: true,
          },
        ]}
        empty={
          <EmptyState
            icon={<IconSearch size={26} />}
            title={t('none')}
            text={t('noneText')}
            action={
              <Button variant="ghost" onClick={() => setFilterText('')}>
                {t('clear')}
              </Button>
            }
          />
        }
      />
    </Card>
  );
}
