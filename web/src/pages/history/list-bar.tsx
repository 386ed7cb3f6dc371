import { useTranslations } from 'use-intl';
import { ExportMenu } from '../../transfers/export-menu.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './list-bar.module.css';
import { HISTORY_KINDS, type HistoryKind } from './tabs.ts';

interface ListBarProps {
  kind: HistoryKind;
  onChange: (kind: HistoryKind) => void;
  file: Parameters<typeof ExportMenu>[0]['kind'];
}

/** Switches between deposits and withdrawals, and downloads the list. */
export function ListBar({ kind, onChange, file }: ListBarProps) {
  const t = useTranslations('history.direction');
  return (
    <Cluster gap={3} justify="between" className={css.bar}>
      <Segmented
        label={t('label')}
        segments={HISTORY_KINDS.map((key) => ({ key, label: t(key) }))}
        value={kind}
        onChange={onChange}
      />
      <ExportMenu kind={file} />
    </Cluster>
  );
}
