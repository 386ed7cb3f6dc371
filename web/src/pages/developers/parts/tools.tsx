import type { ProgramTerms } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { QueryBoundary } from '../../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../../ui/feedback/prose-skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import css from '../developers.module.css';
import { BINANCE } from '../examples.ts';
import { useTermsQuery } from '../queries.ts';
import { Definitions, Section, useSay } from '../section.tsx';

/** Run in a copy of the source. */
const START_COMMAND = 'npm start';

/** Tools for developers: the sandbox, the form of another exchange's API, and feeds. */
export function Tools() {
  const t = useTranslations('developers');
  const say = useSay();
  const language = useLanguage();
  const query = useQuery(useTermsQuery());
  return (
    <>
      <Section id="sandbox" title={t('tools.sandbox')}>
        <p>{say('tools.sandboxText')}</p>
        <CodeBlock text={START_COMMAND} copy={t('copyCommand')} />
        <p>{say('tools.sandboxMore')}</p>
      </Section>
      <Section id="clients" title={t('tools.clients')}>
        <p>{say('tools.clientsText')}</p>
        <Definitions
          of={[
            { name: 'clients/typescript', text: say('tools.typescript') },
            { name: 'clients/python', text: say('tools.python') },
            { name: 'clients/ccxt', text: say('tools.ccxt') },
            { name: 'clients/woocommerce', text: say('tools.woocommerce') },
          ]}
        />
      </Section>
      <Section id="binance" title={t('tools.binance')}>
        <p>{say('tools.binanceText')}</p>
        <CodeBlock name="binance.ts" text={BINANCE} copy={t('copy')} />
        <p>{say('tools.binanceMore')}</p>
        <QueryBoundary query={query} skeleton={<ProseSkeleton paragraphs={3} />}>
          {({ baseDTO }) => <SupportedCalls of={baseDTO.binance} />}
        </QueryBoundary>
      </Section>
      <Section id="feeds" title={t('tools.feeds')}>
        <Definitions
          of={[
            { name: '/api/udf', text: say('tools.udf') },
            { name: '/api/coingecko', text: say('tools.coingecko') },
            { name: '/api/coinmarketcap', text: say('tools.coinmarketcap') },
            { name: `/api/rss/${language}`, text: say('tools.rss') },
          ]}
        />
        <p>{say('tools.shared')}</p>
      </Section>
    </>
  );
}

function SupportedCalls({ of }: { of: ProgramTerms['binance'] }) {
  const t = useTranslations('developers.tools');
  return (
    <Card padding="flush" className={css.table}>
      <DataTable
        caption={t('calls')}
        rows={of}
        rowKey={({ method, path }) => `${method} ${path}`}
        columns={[
          {
            key: 'call',
            head: t('call'),
            cell: ({ method, path }) => (
              <code className={css.inline}>
                {method} {path}
              </code>
            ),
            headless: true,
          },
          {
            key: 'permission',
            head: t('permission'),
            cell: ({ permission }) =>
              permission === null ? t('anybody') : <code className={css.inline}>{permission}</code>,
          },
        ]}
      />
    </Card>
  );
}
