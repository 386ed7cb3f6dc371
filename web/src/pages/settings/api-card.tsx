import { IconKey } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';

/** Link to the API keys. */
export function ApiCard() {
  const t = useTranslations('apiKeys');
  return (
    <Card title={t('title')}>
      <Stack gap={4}>
        <Text size="sm" tone="soft">
          {t('card.text')}
        </Text>
        <LinkButton variant="ghost" to="/profile/settings/api" icon={<IconKey size={18} aria-hidden />}>
          {t('card.open')}
        </LinkButton>
      </Stack>
    </Card>
  );
}
