import { STATEMENT_METHOD } from '@sarraf/domain';
import type { StatementPaper } from '@sarraf/domain/contracts';
import { IconArrowLeft, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/use-format.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './statement-paper.module.css';
import { usePaper } from './statement-queries.ts';
import { AmountsTable, WorthTable } from './statement-tables.tsx';
import { useStatementFile } from './use-statement-file.ts';

/** A yearly statement on the screen and on paper. */
export function Page() {
  const { id = '' } = useParams();
  const t = useTranslations('statement.paper');
  const title = useTranslations('statement')('title');
  const query = usePaper(id);
  useTitle(title);
  return (
    <main className={css.page}>
      <div className={css.bar}>
        <LinkButton
          to="/profile/history/statements"
          variant="text"
          icon={<IconArrowLeft size={18} className="flip" aria-hidden />}
        >
          {t('back')}
        </LinkButton>
        {query.data && <Files row={query.data} />}
      </div>
      <Loaded query={query} skeleton={<Skeleton height={520} className={css.waiting ?? ''} />}>
        {(row) => <Paper row={row} />}
      </Loaded>
    </main>
  );
}

function Files({ row }: { row: StatementPaper }) {
  const t = useTranslations('statement');
  const { save, saving } = useStatementFile(row);
  return (
    <div className={css.files}>
      <Button
        variant="ghost"
        size="s"
        busy={saving === 'csv'}
        icon={<IconFileTypeCsv size={18} aria-hidden />}
        onClick={() => save('csv')}
      >
        {t('list.csv')}
      </Button>
      <Button
        variant="ghost"
        size="s"
        busy={saving === 'xlsx'}
        icon={<IconFileSpreadsheet size={18} aria-hidden />}
        onClick={() => save('xlsx')}
      >
        {t('list.xlsx')}
      </Button>
      <Button size="s" icon={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
        {t('paper.print')}
      </Button>
    </div>
  );
}

/** Noon of a day is the same day in Tehran. */
const noon = (day: string): string => `${day}T12:00:00Z`;

function Paper({ row }: { row: StatementPaper }) {
  const t = useTranslations('statement.paper');
  const calendar = useTranslations('statement.ask')(row.calendar);
  const { language, digits, date, dateTime, number } = useFormat();
  const facts: [key: string, label: string, value: ReactNode][] = [
    ['name', t('name'), row.name],
    ['code', t('nationalCode'), <bdi key="code">{digits(row.nationalCode)}</bdi>],
    ['span', t('span'), t('spanOf', { from: date(noon(row.fromDay)), to: date(noon(row.toDay)) })],
  ];
  if (row.made) facts.push(['made', t('madeAt'), dateTime(row.made.at)]);
  return (
    <article className={css.paper}>
      <h1>{t('title', { year: digits(row.year), calendar })}</h1>
      <dl className={css.facts}>
        {facts.map(([key, label, value]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
        <p className={css.note}>{t('trades', { count: row.made.trades, shown: number(row.made.trades) })}</p>
      )}
      <section className={css.method}>
        <h2>{t('method')}</h2>
        <ol>
          {STATEMENT_METHOD[language].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </section>
    </article>
  );
}
