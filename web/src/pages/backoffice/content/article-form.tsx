import { ASSETS, COINS, type Coin } from '@sarraf/domain';
import type { ArticleKind, ArticleLanguage, ArticleText } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { FAQ_HEADINGS, type FaqHeading } from '../../../lib/faq-headings.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import css from '../shared/parts.module.css';
import { ARTICLE_STATES, type ArticleErrorField, getArticleDirection } from './article-text.ts';
import contentCss from './content.module.css';
import { BodyEditor } from './editor/body-editor.tsx';

interface ArticleFormProps {
  kind: ArticleKind;
  language: ArticleLanguage;
  text: ArticleText;
  errorField: ArticleErrorField | null;
  onChange: (changes: Partial<ArticleText>) => void;
}

/** Kinds of articles with a picture. */
const KINDS_WITH_PICTURE: readonly ArticleKind[] = ['MANUAL', 'BLOG'];
const NO_COIN = 'none';
const LAST_ORDER = 10_000;

export function ArticleForm({ kind, language, text, errorField, onChange }: ArticleFormProps) {
  const t = useTranslations('staffContent.edit');
  const direction = getArticleDirection(language);
  const getFieldError = (field: ArticleErrorField) => (errorField === field ? t(`error.${field}`) : null);
  const question = kind === 'FAQ';
  return (
    <div className={css.form}>
      <Field
        label={t(question ? 'question' : 'name')}
        hint={text.coin && t('coinHint')}
        error={getFieldError('title')}
      >
        <TextInput
          lang={language}
          latin={language === 'en'}
          className={contentCss.auto ?? ''}
          maxLength={200}
          readOnly={text.coin !== null}
          value={text.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      {kind === 'BLOG' && (
        <Field label={t('summary')} hint={t('summaryHint')}>
          <TextArea
            lang={language}
            dir={direction}
            rows={2}
            maxLength={500}
            value={text.summary}
            onChange={(event) => onChange({ summary: event.target.value })}
          />
        </Field>
      )}
      <BodyEditor
        label={t(question ? 'answer' : 'body')}
        language={language}
        value={text.body}
        error={getFieldError('body')}
        onChange={(body) => onChange({ body })}
      />
      <ArticleSettings kind={kind} text={text} pictureError={getFieldError('picture')} onChange={onChange} />
    </div>
  );
}

interface ArticleSettingsProps {
  kind: ArticleKind;
  text: ArticleText;
  pictureError: string | null;
  onChange: (changes: Partial<ArticleText>) => void;
}

function ArticleSettings({ kind, text, pictureError, onChange }: ArticleSettingsProps) {
  const t = useTranslations('staffContent');
  const headingText = useTranslations('help.faq');
  const format = useFormat();
  return (
    <fieldset className={contentCss.settings}>
      <legend>{t('edit.settings')}</legend>
      <Field label={t('edit.state')}>
        <Select
          value={text.state}
          options={ARTICLE_STATES.map((state) => ({ value: state, label: t(`state.${state}`) }))}
          onChange={(state) => onChange({ state })}
        />
      </Field>
      {kind !== 'ANNOUNCEMENT' && kind !== 'PAGE' && (
        <Field label={t('edit.place')} hint={t('edit.placeHint')}>
          <NumberInput
            value={String(text.place)}
            decimals={0}
            onChange={(value) => onChange({ place: Math.min(Number.parseInt(value, 10) || 0, LAST_ORDER) })}
          />
        </Field>
      )}
      {kind === 'FAQ' && (
        <Field label={t('edit.subject')} hint={t('edit.subjectHint')}>
          <Select<FaqHeading>
            value={text.subject ?? 'more'}
            options={FAQ_HEADINGS.map((heading) => ({
              value: heading,
              label: headingText(`subject.${heading}`),
            }))}
            onChange={(heading) => onChange({ subject: heading === 'more' ? null : heading })}
          />
        </Field>
      )}
      {kind === 'BLOG' && (
        <Field label={t('edit.coin')}>
          <Select<Coin | typeof NO_COIN>
            value={text.coin ?? NO_COIN}
            options={[
              { value: NO_COIN, label: t('edit.noCoin') },
              ...COINS.map((coin) => ({ value: coin, label: format.coin(coin) })),
            ]}
            onChange={(coin) =>
              onChange(coin === NO_COIN ? { coin: null } : { coin, title: ASSETS[coin].englishName })
            }
          />
        </Field>
      )}
      {KINDS_WITH_PICTURE.includes(kind) && (
        <Field label={t('edit.picture')} hint={t('edit.pictureHint')} error={pictureError}>
          <TextInput
            latin
            autoComplete="off"
            maxLength={200}
            value={text.picture ?? ''}
            onChange={(event) => onChange({ picture: event.target.value.trim() || null })}
          />
        </Field>
      )}
    </fieldset>
  );
}
