import type { ExchangeInfoText, StaffExchangeInfo, saveExchangeInfo } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import css from '../shared/parts.module.css';
import { findUnknownFigure } from './article-text.ts';
import { SaveConflict } from './conflict.tsx';
import contentCss from './content.module.css';
import { getArticleDraft, setArticleDraft } from './drafts.ts';
import { type EditingState, hasSameFields, useEditing } from './editing.ts';
import { BodyEditor } from './editor/body-editor.tsx';
import { ArticlePreview, RenderedArticle } from './editor/preview.tsx';
import { ArticleFigures } from './figures.tsx';
import { CONTACT_FIELDS, getInfoKey, ISSUER_FIELDS, SOCIAL_FIELDS, validateInfo } from './info-text.ts';
import { infoQuery } from './queries.ts';
import { SaveBar } from './save-bar.tsx';

const LINES = [...CONTACT_FIELDS, ...ISSUER_FIELDS, ...SOCIAL_FIELDS] as const;
/** Fields in the language of the row. */
const LOCALIZED_FIELDS: readonly (typeof LINES)[number][] = ['address', 'legalName'];

export function InfoForm({ row }: { row: StaffExchangeInfo }) {
  const t = useTranslations('staffContent.info');
  const fieldTexts = useTranslations('staffContent');
  const { language } = row;
  const editing = useEditing<ExchangeInfoText>(getInfoKey(language), row);
  const { text, dirty, behind } = editing;
  const errors = validateInfo(text);
  const [note, setNote] = useState<string | null>(null);
  const save = useSaveInfo(language, editing, () => setNote(fieldTexts('edit.saved')));
  const change = (changes: Partial<ExchangeInfoText>) => {
    setNote(null);
    editing.change(changes);
  };
  const formatError = (name: keyof ExchangeInfoText) => errors[name] && t(`error.${errors[name]}`);
  const renderField = (name: (typeof LINES)[number]) => (
    <Field key={name} label={t(name)} error={formatError(name)}>
      <TextInput
        latin={!LOCALIZED_FIELDS.includes(name)}
        lang={language}
        className={LOCALIZED_FIELDS.includes(name) ? (contentCss.auto ?? '') : ''}
        autoComplete="off"
        maxLength={300}
        value={text[name]}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      {behind && (
        <SaveConflict
          who={row.updatedBy}
          version={row.version}
          onKeep={() => {
            editing.rebase();
            setNote(fieldTexts('conflict.kept'));
          }}
          onTake={editing.discard}
        >
          <dl className={contentCss.theirs}>
            {LINES.map((name) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd dir="auto">{row.text[name]}</dd>
              </div>
            ))}
          </dl>
          <RenderedArticle title={t('privacyPolicy')} html={row.text.privacyPolicy} language={language} />
        </SaveConflict>
      )}
      <div className={contentCss.pair}>
        <div className={css.page}>
          <Card title={t('contact')}>
            <div className={css.form}>{CONTACT_FIELDS.map(renderField)}</div>
          </Card>
          <Card title={t('issuer')}>
            <div className={css.form}>
              <p className={css.muted}>{t('issuerHint')}</p>
              {ISSUER_FIELDS.map(renderField)}
            </div>
          </Card>
        </div>
        <Card title={t('social')}>
          <div className={css.form}>
            <p className={css.muted}>{t('socialHint')}</p>
            {SOCIAL_FIELDS.map(renderField)}
          </div>
        </Card>
      </div>
      <div className={contentCss.bench}>
        <Card>
          <BodyEditor
            label={t('privacyPolicy')}
            language={language}
            value={text.privacyPolicy}
            error={formatError('privacyPolicy')}
            onChange={(privacyPolicy) => change({ privacyPolicy })}
          />
        </Card>
        <Card title={fieldTexts('preview.title')} className={contentCss.aside}>
          <ArticlePreview title="" body={text.privacyPolicy} language={language} />
          <ArticleFigures language={language} />
        </Card>
      </div>
      <SaveBar
        dirty={dirty}
        busy={save.busy}
        disabledReason={
          behind ? fieldTexts('conflict.title') : Object.keys(errors).length > 0 ? t('fixMarkedFields') : null
        }
        problem={save.problem}
        note={note}
        save={fieldTexts('edit.save')}
        onSave={save.run}
        onDiscard={() => {
          setNote(null);
          editing.discard();
        }}
      />
    </>
  );
}

function useSaveInfo(
  language: StaffExchangeInfo['language'],
  { text, version }: EditingState<ExchangeInfoText>,
  onSaved: () => void,
) {
  const t = useTranslations('staffContent.figures');
  const failure = useErrorMessages();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (saved: { text: ExchangeInfoText; version: number }) => {
      const path = '/backoffice/exchange-info/:language';
      const params = { language };
      return (await call<typeof saveExchangeInfo>('PUT', path, { params, body: saved })).baseDTO;
    },
    onSuccess: (row, saved) => {
      queryClient.setQueryData(infoQuery.queryKey, (rows) =>
        rows?.map((one) => (one.language === language ? row : one)),
      );
      // Edits made during saving are a draft of the new version.
      const draft = getArticleDraft<ExchangeInfoText>(getInfoKey(language));
      const hasLaterEdits = draft && !hasSameFields(draft.text, saved.text);
      setArticleDraft(
        getInfoKey(language),
        hasLaterEdits ? { version: row.version, text: draft.text } : null,
      );
      onSaved();
    },
    onError: async (refusal) => {
      if (refusal instanceof ApiError && refusal.code === 'CONFLICT')
        await queryClient.refetchQueries({ queryKey: infoQuery.queryKey });
    },
  });
  const conflict = error instanceof ApiError && error.code === 'CONFLICT';
  const unknownFigure = error instanceof ApiError ? findUnknownFigure(error.errors) : undefined;
  return {
    run: () => mutate({ text, version }),
    busy: isPending,
    problem: unknownFigure
      ? t('unknown', { name: `{${unknownFigure}}` })
      : error && !conflict
        ? failure.text(error)
        : null,
  };
}
