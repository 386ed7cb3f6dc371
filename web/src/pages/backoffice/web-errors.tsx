import type { WebError, webErrors } from '@sarraf/domain/contracts';
import { IconBug } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useCursorPagination } from '../../lib/queries/use-pages.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { BackofficePage } from './shared/backoffice-page.tsx';
import { ResourceList } from './shared/resource-list.tsx';
import errorCss from './web-errors.module.css';

/** Errors in customers' browsers, by kind, the latest first. */
export function WebErrorsPage() {
  const t = useTranslations('backoffice.webErrors');
  const columns = useWebErrorColumns();
  const pages = useCursorPagination<WebError>(['backoffice', 'web-errors'], (_, signal) =>
    call<typeof webErrors>('GET', '/backoffice/web-errors', { signal }),
  );
  return (
    <BackofficePage title={t('title')} lead={t('lead')}>
      <ResourceList
        label={t('title')}
        columns={columns}
        pages={pages}
        skeletonRows={6}
        empty={{ icon: IconBug, title: t('emptyTitle'), text: t('emptyText') }}
      />
    </BackofficePage>
  );
}

function useWebErrorColumns(): Column<WebError>[] {
  const t = useTranslations('backoffice.webErrors');
  const format = useFormat();
  const renderTime = (at: string) => (
    <time dateTime={at} className={errorCss.time}>
      <bdi>{format.dateTime(at)}</bdi>
    </time>
  );
  return [
    { key: 'error', head: t('error'), cell: (error) => <ErrorCell error={error} />, headless: true },
    { key: 'route', head: t('route'), cell: ({ route }) => <CodeText text={route} /> },
    { key: 'times', head: t('times'), cell: ({ times }) => format.digits(String(times)), end: true },
    { key: 'last', head: t('last'), cell: ({ lastSeenDateTime }) => renderTime(lastSeenDateTime) },
    { key: 'first', head: t('first'), cell: ({ firstSeenDateTime }) => renderTime(firstSeenDateTime) },
    {
      key: 'where',
      head: t('where'),
      cell: ({ browser, language, version }) => (
        <Stack as="span" size="s">
          <span>
            <bdi className="latin">{browser || t('unknown')}</bdi> · {t(`language.${language}`)}
          </span>
          <CodeText text={version} />
        </Stack>
      ),
    },
  ];
}

const CodeText = ({ text }: { text: string }) => <bdi className={`latin ${errorCss.code}`}>{text}</bdi>;

/** The error, with its stack frames on demand. */
function ErrorCell({ error: { name, message, frames } }: { error: WebError }) {
  const t = useTranslations('backoffice.webErrors');
  return (
    <Stack gap="line" align="start" size="sm" className={errorCss.what}>
      <strong className="latin">{name}</strong>
      <span className={`latin ${errorCss.message}`}>{message}</span>
      {frames.length > 0 && (
        <details>
          <summary>{t('frames')}</summary>
          <ol className={`latin ${errorCss.frames}`} dir="ltr">
            {frames.map((frame, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a stack trace may contain a frame twice, and never changes.
              <li key={index}>{frame}</li>
            ))}
          </ol>
        </details>
      )}
    </Stack>
  );
}
