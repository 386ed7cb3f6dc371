import { IconBook2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import css from '../company.module.css';
import { ApprovalRuleCard } from './approval-rule.tsx';
import { Instructions } from './instructions.tsx';
import { CompanyKeys } from './keys.tsx';
import { WebhookSettings } from './webhook.tsx';
import { WebhookLog } from './webhook-log.tsx';

/** Settings for the company's own programs. */
export function Developers() {
  const t = useTranslations('company.developers');
  return (
    <Stack gap={5} align="start" className={css.developers}>
      <LinkButton to="/company-docs" variant="ghost" icon={<IconBook2 size={18} aria-hidden />}>
        {t('docs')}
      </LinkButton>
      <Instructions />
      <CompanyKeys />
      <ApprovalRuleCard />
      <WebhookSettings />
      <WebhookLog />
    </Stack>
  );
}
