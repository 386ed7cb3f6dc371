import { IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Language, useLanguage } from '../../framework/i18n/language.ts';
import { switchLanguage } from '../../framework/i18n/messages.ts';
import { updateUrlLanguage } from '../../framework/navigation/history.ts';
import { setTheme, useTheme } from '../../lib/browser/theme.ts';
import { toast } from '../../lib/notices.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

export function LanguageSwitch() {
  const t = useTranslations();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const otherLanguage: Language = language === 'fa' ? 'en' : 'fa';

  const change = () => {
    setBusy(true);
    switchLanguage(otherLanguage)
      .then(() => updateUrlLanguage(otherLanguage))
      .catch(() => toast(t('error.OFFLINE'), 'problem'))
      .finally(() => setBusy(false));
  };

  return (
    <Button variant="text" busy={busy} lang={otherLanguage} onClick={change}>
      {t('nav.otherLanguage')}
    </Button>
  );
}

export function ThemeSwitch() {
  const t = useTranslations('nav');
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      label={dark ? t('lightTheme') : t('darkTheme')}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </IconButton>
  );
}
