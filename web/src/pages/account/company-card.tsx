import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import css from './account.module.css';

/** Links to the application for a company account. */
export function CompanyCard() {
  const t = useTranslations('company.apply.card');
  return (
    <Card title={t('title')} aside={<IconBuildingStore size={24} stroke={1.6} aria-hidden />}>
      <Text size="sm" tone="soft">
        {t('text')}
      </Text>
      <LinkButton to="/profile/company" variant="ghost" block className={css.toCompany ?? ''}>
        {t('open')}
      </LinkButton>
    </Card>
  );
}
