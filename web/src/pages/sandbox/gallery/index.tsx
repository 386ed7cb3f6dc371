import type { ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import { type Language, useLanguage } from '../../../framework/i18n/language.ts';
import { switchLanguage } from '../../../framework/i18n/messages.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { DataParts } from './data-parts.tsx';
import { FieldParts } from './field-parts.tsx';
import { FormParts } from './form-parts.tsx';
import css from './gallery.module.css';
import { MoneyParts } from './money-parts.tsx';
import { OverlayParts } from './overlay-parts.tsx';
import { PageParts } from './page-parts.tsx';
import { TextParts } from './text-parts.tsx';

/** With a suffix that distinguishes the ids of both themes. */
const THEMES = [
  { theme: 'dark', name: 'تیره' },
  { theme: 'light', name: 'روشن' },
] as const;

const GROUPS: readonly { title: string; Parts: ComponentType<{ theme: string }> }[] = [
  { title: 'فرم و دکمه', Parts: FormParts },
  { title: 'فیلدهای دیگر', Parts: FieldParts },
  { title: 'لایه‌ها و وضعیت‌ها', Parts: OverlayParts },
  { title: 'واریز و برداشت', Parts: MoneyParts },
  { title: 'جدول، عدد و نمودار', Parts: DataParts },
  { title: 'متن و خواندن', Parts: TextParts },
  { title: 'بخش‌های صفحه', Parts: PageParts },
];

/**
 * All shared components in their states, with both themes side by side and a switch for the text direction, for
 * developers; so its texts are not in the dictionary.
 */
export function Page() {
  const app = useTranslations('app');
  const language = useLanguage();
  return (
    <main className={`wrap ${css.page}`}>
      <SectionHead
        of="page"
        title={`${app('name')} UI`}
        aside={
          <Segmented<Language>
            label="جهت صفحه"
            value={language}
            onChange={(next) => void switchLanguage(next)}
            segments={[
              { key: 'fa', label: 'راست به چپ' },
              { key: 'en', label: 'چپ به راست' },
            ]}
          />
        }
      />
      {GROUPS.map(({ title, Parts }) => (
        <section key={title} className={css.group} aria-label={title}>
          {THEMES.map(({ theme, name }) => (
            <div key={theme} data-theme={theme} className={css.pane}>
              <Card title={title}>
                <Parts theme={name} />
              </Card>
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}
