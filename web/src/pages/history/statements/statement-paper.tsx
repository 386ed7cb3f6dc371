import type { StatementDocument } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useParams } from '../../../framework/navigation/router.tsx';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { exchangeInfoQuery } from '../../../lib/queries/queries.ts';
import { DocumentVerificationCode } from '../../../receipts/paper-code.tsx';
import { useIssuer } from '../../../receipts/use-issuer.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Logo } from '../../../ui/images/logo.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { FileButtons, PaperFacts, PaperPage, PrintSheet } from '../../../ui/layout/paper-page.tsx';
import css from './statement-paper.module.css';
import { useStatementDocument } from './statement-queries.ts';
import { AmountsTable, WorthTable } from './statement-tables.tsx';
import { useStatementFile } from './use-statement-file.ts';

/** A yearly statement, on the screen and printed. */
export function Page() {
  const { id = '' } = useParams();
  const t = useTranslations('statement.paper');
  const title = useTranslations('statement')('title');
  const query = useStatementDocument(id);
  useTitle(title);
  return (
    <PaperPage
      wide
      title={title}
      back={{ to: '/profile/history/statements', label: t('back') }}
      query={query}
      skeleton={<Skeleton height={520} className={css.waiting ?? ''} />}
      tools={(row) => <StatementDownloads row={row} />}
    >
      {(row) => <YearlyStatement row={row} />}
    </PaperPage>
  );
}

function StatementDownloads({ row }: { row: StatementDocument }) {
  const t = useTranslations('statement');
  const { save, saving } = useStatementFile(row);
  const labels = { csv: t('list.csv'), xlsx: t('list.xlsx'), print: t('paper.print') };
  return <FileButtons words={labels} saving={saving} onSave={save} />;
}

/** Noon UTC of a day is the same day in Tehran. */
const toUtcNoon = (day: string): string => `${day}T12:00:00Z`;

/** The statement's files list the same methods. */
const METHOD_KEYS = ['averageCost', 'fees', 'incoming', 'tether', 'toman', 'days'] as const;

function YearlyStatement({ row }: { row: StatementDocument }) {
  const t = useTranslations('statement.paper');
  const method = useTranslations('statement.method');
  const calendar = useTranslations('statement.ask')(row.calendar);
  const app = useTranslations('app');
  const { language, digits, date, dateTime, number } = useFormat();
  const { data: info } = useQuery(exchangeInfoQuery(language));
  const { issuer } = useIssuer();
  const facts: [key: string, label: string, value: ReactNode][] = [
    ['name', t('name'), row.name],
    ['code', t('nationalCode'), <bdi key="code">{digits(row.nationalCode)}</bdi>],
    ['span', t('span'), t('spanOf', { from: date(toUtcNoon(row.fromDay)), to: date(toUtcNoon(row.toDay)) })],
  ];
  if (row.made) facts.push(['made', t('madeAt'), dateTime(row.made.at)]);
  return (
    <PrintSheet className={css.paper}>
      <header className={css.letterhead}>
        <Logo name={app('name')} size={36} />
        {info && (
          <address>
            {issuer && <strong data-issuer>{issuer.name}</strong>}
            {issuer?.numbers && <span>{issuer.numbers}</span>}
            <span>{info.address}</span>
            <bdi className="latin">{info.email}</bdi>
          </address>
        )}
      </header>
      <h1>{t('title', { year: digits(row.year), calendar })}</h1>
      <PaperFacts facts={facts} />
      {row.made?.complete === false && <Callout>{t('unfinished')}</Callout>}
      {row.rows.length === 0 ? (
        <p>{t('nothing')}</p>
      ) : (
        <>
          <AmountsTable rows={row.rows} />
          <WorthTable rows={row.rows} totals={row.totals} />
        </>
      )}
      {row.made && (
        <Text tone="soft">{t('trades', { count: row.made.trades, shown: number(row.made.trades) })}</Text>
      )}
      <section className={css.method}>
        <h2>{t('method')}</h2>
        <ol>
          {METHOD_KEYS.map((key) => (
            <li key={key}>{method(key)}</li>
          ))}
        </ol>
      </section>
      <DocumentVerificationCode code={row.verification} />
    </PrintSheet>
  );
}
