import type { ArticleKind } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { ARTICLE_KINDS } from './article-text.ts';

type Kind = ArticleKind | 'info';
const ALL: readonly Kind[] = [...ARTICLE_KINDS, 'info'];

export function KindTabs({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const t = useTranslations('staffContent');
  return (
    <div>
      <Tabs
        label={t('kinds')}
        tabs={ALL.map((key) => ({ key, label: t(`kind.${key}`) }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
