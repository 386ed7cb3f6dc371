import { IconKey } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { CodeTabs } from '../code-tabs.tsx';
import css from '../developers.module.css';
import { Downloads } from '../downloads.tsx';
import { getRunCommand, QUICK_START } from '../examples.ts';
import { Definitions, Section, useSay } from '../section.tsx';

const FACTS = ['address', 'numbers', 'answers', 'times', 'fields', 'repeats'] as const;

/** Quick start: from nothing to an order that is placed and cancelled. */
export function Start() {
  const t = useTranslations('developers.start');
  const say = useSay();
  return (
    <>
      <Section id="quick-start" title={t('quick')}>
        <ol className={css.steps}>
          <li>{say('start.step1')}</li>
          <li>{say('start.step2')}</li>
          <li>{say('start.step3')}</li>
        </ol>
        <div className={css.actions}>
          <LinkButton to="/profile/settings/api" icon={<IconKey size={18} aria-hidden />}>
            {t('makeKey')}
          </LinkButton>
        </div>
        <CodeTabs
          examples={QUICK_START}
          name="quick-start"
          getCommand={(language) => getRunCommand(language, window.location.origin)}
        />
      </Section>
      <Section id="conventions" title={t('conventions')}>
        <Definitions
          of={FACTS.map((fact) => ({
            name: t(`fact.${fact}.name`),
            text: say(`start.fact.${fact}.text`, { origin: window.location.origin }),
            code: false,
          }))}
        />
      </Section>
      <Section id="documents" title={t('documents')}>
        <p>{say('start.documentsText')}</p>
        <Downloads />
      </Section>
    </>
  );
}
