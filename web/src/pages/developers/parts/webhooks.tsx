import { IconBook2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { CodeTabs } from '../code-tabs.tsx';
import css from '../developers.module.css';
import { WEBHOOK } from '../examples.ts';
import { Section, useSay } from '../section.tsx';

/** Webhooks that the exchange sends to a store's program. */
export function Webhooks() {
  const t = useTranslations('developers.webhooks');
  const say = useSay();
  return (
    <>
      <Section id="hooks" title={t('about')}>
        <p>{say('webhooks.aboutText')}</p>
        <ul className={css.steps}>
          <li>{say('webhooks.answer')}</li>
          <li>{say('webhooks.again')}</li>
          <li>{say('webhooks.order')}</li>
        </ul>
        <p>{say('webhooks.money')}</p>
        <div className={css.actions}>
          <LinkButton to="/company-docs" variant="ghost" icon={<IconBook2 size={18} aria-hidden />}>
            {t('stores')}
          </LinkButton>
        </div>
      </Section>
      <Section id="check" title={t('check')}>
        <p>{say('webhooks.checkText')}</p>
        <p>{say('webhooks.standard')}</p>
        <CodeTabs examples={WEBHOOK} name="webhook" />
      </Section>
    </>
  );
}
