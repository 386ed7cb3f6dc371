import type { Statement } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { isInProgress } from './statement-queries.ts';
import css from './statements.module.css';
import { useStatementFile } from './use-statement-file.ts';

export function StatementRow({ row, onRetry }: { row: Statement; onRetry: () => void }) {
  const t = useTranslations('statement');
  const { digits } = useFormat();
  const yearLabel = t('list.of', { year: digits(row.year), calendar: t(`ask.${row.calendar}`) });
  return (
    <Cluster as="li" gap={3} justify="between" wrap className={css.row}>
      <Stack gap={1} shrink className={css.words}>
        <h3>
          {yearLabel} <small>{t(`list.lang.${row.lang}`)}</small>
        </h3>
        <StatementState row={row} of={yearLabel} />
      </Stack>
      {row.state === 'FAILED' && (
        <Button variant="ghost" size="s" onClick={onRetry}>
          {t('list.retry')}
        </Button>
      )}
      {row.made && row.state === 'READY' && <StatementFiles row={row} of={yearLabel} />}
    </Cluster>
  );
}

function StatementState({ row, of }: { row: Statement; of: string }) {
  const t = useTranslations('statement.list');
  const format = useFormat();
  if (isInProgress(row))
    return (
      <Stack gap="icon" size="sm" tone="soft" className={css.making}>
        <span>
          {row.state === 'WAITING' ? t('waiting') : t('making', { percent: format.digits(row.percent) })}
        </span>
        <ProgressBar done={row.percent} of={100} label={t('progress', { of })} />
      </Stack>
    );
  if (row.state === 'FAILED' || !row.made)
    return (
      <Cluster as="p" gap="icon" size="sm" tone="down">
        <IconAlertTriangle size={16} aria-hidden />
        {t('failed')}
      </Cluster>
    );
  const { at, trades, complete, keptUntil } = row.made;
  return (
    <Cluster as="p" gap={3} rowGap="line" align="stretch" wrap size="sm" tone="soft">
      <span>{t('madeAt', { at: format.dateTime(at) })}</span>
      <span>{t('trades', { count: trades, shown: format.number(trades) })}</span>
      {!complete && (
        <Text as="span" tone="full" weight={500}>
          {t('unfinished')}
        </Text>
      )}
      <span>{t('keptUntil', { date: format.date(keptUntil) })}</span>
    </Cluster>
  );
}

const ICONS = { xlsx: IconFileSpreadsheet, csv: IconFileTypeCsv };

function StatementFiles({ row, of }: { row: Statement; of: string }) {
  const t = useTranslations('statement.list');
  const { save, saving } = useStatementFile(row);
  return (
    <Cluster gap={2} align="stretch" wrap className={css.files}>
      {(['xlsx', 'csv'] as const).map((file) => {
        const Icon = ICONS[file];
        return (
          <Button
            key={file}
            variant="ghost"
            size="s"
            busy={saving === file}
            icon={<Icon size={18} aria-hidden />}
            aria-label={t('fileOf', { file: t(file), of })}
            onClick={() => save(file)}
          >
            {t(file)}
          </Button>
        );
      })}
      <LinkButton
        to={`/profile/history/statements/${row.id}`}
        variant="ghost"
        size="s"
        icon={<IconPrinter size={18} aria-hidden />}
        aria-label={t('fileOf', { file: t('paper'), of })}
      >
        {t('paper')}
      </LinkButton>
    </Cluster>
  );
}
