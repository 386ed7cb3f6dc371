import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LANGUAGES, type Language, useLanguage } from '../../framework/i18n/language.ts';
import { switchLanguage } from '../../framework/i18n/messages.ts';
import { setTheme, type Theme, useTheme } from '../../lib/browser/theme.ts';
import { toast } from '../../lib/notices.ts';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import css from './settings.module.css';

const THEMES: readonly Theme[] = ['dark', 'light'];

/** Language and theme. Choices made anywhere on the site are saved to the account (inbox/use-follow-account.ts). */
export function AppearanceCard() {
  const t = useTranslations();
  const language = useLanguage();
  const theme = useTheme();
  const [busy, setBusy] = useState(false);
  const change = (next: Language) => {
    // Ignores presses while the texts load; not disabled, which would lose the keyboard focus.
    if (busy) return;
    setBusy(true);
    switchLanguage(next)
      .catch(() => toast(t('error.OFFLINE'), 'problem'))
      .finally(() => setBusy(false));
  };
  return (
    <Card title={t('settings.look.title')}>
      <Text size="sm" tone="soft">
        {t('settings.look.text')}
      </Text>
      <div className={css.choices}>
        <Text as="span" size="sm" tone="soft" weight={500} className={css.choice}>
          {t('settings.look.language')}
        </Text>
        <Segmented
          label={t('settings.look.language')}
          segments={LANGUAGES.map((key) => ({
            key,
            label: <span lang={key}>{t(key === language ? 'settings.look.own' : 'nav.otherLanguage')}</span>,
          }))}
          value={language}
          onChange={change}
          block
        />
        <Text as="span" size="sm" tone="soft" weight={500} className={css.choice}>
          {t('settings.look.theme')}
        </Text>
        <Segmented
          label={t('settings.look.theme')}
          segments={THEMES.map((key) => ({ key, label: t(`settings.look.${key}`) }))}
          value={theme}
          onChange={setTheme}
          block
        />
      </div>
    </Card>
  );
}
