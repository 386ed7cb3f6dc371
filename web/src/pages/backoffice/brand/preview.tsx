import { type BrandCheckResult, type BrandTheme, deriveAccentTokens } from '@sarraf/domain';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { cx } from '../../../ui/class-names.ts';
import { Logo } from '../../../ui/images/logo.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import own from './brand.module.css';
import { type BrandForm, isColourText } from './form.ts';

interface PreviewProps {
  theme: BrandTheme;
  accent: string;
  form: BrandForm;
  verdicts: readonly BrandCheckResult[];
}

/** A sample of the site in these colours, and their readability; incomplete colours leave it unchanged. */
export function BrandPreview({ theme, accent, form, verdicts }: PreviewProps) {
  const t = useTranslations('staffBrand');
  const language = useLanguage();
  const name = language === 'fa' ? form.nameFa : form.nameEn;
  return (
    <figure className={own.figure}>
      <figcaption>{t(theme)}</figcaption>
      <Stack
        gap={3}
        align="start"
        tone="full"
        className={own.stage}
        data-theme={theme}
        style={buildPreviewStyle(theme, accent, form.mark)}
      >
        <Logo name={name} size={26} />
        <p>{t('sample')}</p>
        <span className={own.link}>{t('link')}</span>
        <Cluster as="span" gap={3} wrap>
          <span className={own.button}>{t('button')}</span>
          <span className={own.chosen}>{t('chosen')}</span>
        </Cluster>
      </Stack>
      <Stack as="ul" gap={1} size="sm" className={own.verdicts}>
        {verdicts.map((verdict) => (
          <ReadabilityNote key={verdict.check} verdict={verdict} />
        ))}
      </Stack>
    </figure>
  );
}

function ReadabilityNote({ verdict: { check, passes, ratio, needed } }: { verdict: BrandCheckResult }) {
  const t = useTranslations('staffBrand');
  const { digits } = useFormat();
  const Icon = passes ? IconCheck : IconAlertTriangle;
  const ratios = { ratio: digits(ratio.toFixed(1)), needed: digits(needed.toFixed(1)) };
  return (
    <li className={cx(!passes && own.fails)}>
      <Icon size={18} aria-hidden />
      <span>{t(`check.${check}`)}</span>
      <span className={own.ratio}>
        {t(passes ? 'passes' : 'fails')} <small>{t('ratio', ratios)}</small>
      </span>
    </li>
  );
}

function buildPreviewStyle(theme: BrandTheme, accent: string, mark: string): CSSProperties {
  const tokens = {
    ...(isColourText(accent) && deriveAccentTokens(accent, theme)),
    ...(isColourText(mark) && { mark }),
  };
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]));
}
