import { DirectionProvider } from '@base-ui/react/direction-provider';
import { type ReactNode, useEffect } from 'react';
import { IntlProvider } from 'use-intl';
import { getTextDirection, useLanguage } from './language.ts';
import { useMessages } from './messages.ts';

/** Provides the texts, number format and direction of the current language. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const messages = useMessages();
  const { name } = messages.app;

  useEffect(() => {
    if (!document.title.includes(name)) document.title = name;
  }, [name]);

  return (
    <IntlProvider locale={language} messages={messages} timeZone="Asia/Tehran">
      <DirectionProvider direction={getTextDirection(language)}>{children}</DirectionProvider>
    </IntlProvider>
  );
}
