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
import { unknownFigure } from './article-text.ts';
import { Conflict } from './conflict.tsx';
import contentCss from './content.module.css';
import { keepArticleDraft, readArticleDraft } from './drafts.ts';
import { type Editing, isSame, useEditing } from './editing.ts';
import { BodyEditor } from './editor/body-editor.tsx';
import { ArticlePreview, RenderedArticle } from './editor/preview.tsx';
import { ArticleFigures } from './figures.tsx';
import { CONTACT, ISSUER, infoFaults, infoKey, SOCIAL } from './info-text.ts';
import { infoQuery } from './queries.ts';
import { SaveBar } from './save-bar.tsx';

const LINES = [...CONTACT, ...ISSUER, ...SOCIAL] as const;
/** Fields in the language of the row. */
const WRITTEN: readonly (typeof LINES)[number][] = ['address', 'legalName'];

export function InfoForm({ row }: { row: StaffExchangeInfo }) {
  const t = useTranslations('staffContent.info');
  const words = useTranslations('staffContent');
  const { language } = row;
  const editing = useEditing<ExchangeInfoText>(infoKey(language), row);
  const { text, dirty, behind } = editing;
  const faults = infoFaults(text);
  const [note, setNote] = useState<string | null>(null);
  const save = useSaveInfo(language, editing, () => setNote(words('edit.saved')));
  const change = (changes: Partial<ExchangeInfoText>) => {
    setNote(null);
    editing.change(changes);
  };
  const faultOf = (name: keyof ExchangeInfoText) => faults[name] && t(`fault.${faults[name]}`);
  const line = (name: (typeof LINES)[number]) => (
    <Field key={name} label={t(name)} error={faultOf(name)}>
      <TextInput
        latin={!WRITTEN.includes(name)}
        lang={language}
        className={WRITTEN.includes(name) ? (contentCss.auto ?? '') : ''}
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
        <Conflict
          who={row.updatedBy}
          version={row.version}
          onKeep={() => {
            editing.rebase();
            setNote(words('conflict.kept'));
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
        </Conflict>
      )}
      <div className={contentCss.pair}>
        <div className={css.page}>
          <Card title={t('contact')}>
            <div className={css.form}>{CONTACT.map(line)}</div>
          </Card>
          <Card title={t('issuer')}>
            <div className={css.form}>
              <p className={css.muted}>{t('issuerHint')}</p>
              {ISSUER.map(line)}
            </div>
          </Card>
        </div>
        <Card title={t('social')}>
          <div className={css.form}>
            <p className={css.muted}>{t('socialHint')}</p>
            {SOCIAL.map(line)}
          </div>
        </Card>
      </div>
      <div className={contentCss.bench}>
        <Card>
          <BodyEditor
            label={t('privacyPolicy')}
            language={language}
            value={text.privacyPolicy}
            error={faultOf('privacyPolicy')}
            onChange={(privacyPolicy) => change({ privacyPolicy })}
          />
        </Card>
        <Card title={words('preview.title')} className={contentCss.aside}>
          <ArticlePreview title="" body={text.privacyPolicy} language={language} />
          <ArticleFigures language={language} />
        </Card>
      </div>
      <SaveBar
        dirty={dirty}
        busy={save.busy}
        fault={behind ? words('conflict.title') : Object.keys(faults).length > 0 ? t('faulty') : null}
        problem={save.problem}
        note={note}
        save={words('edit.save')}
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
  { text, version }: Editing<ExchangeInfoText>,
  onSaved: () => void,
) {
  const t = useTranslations('staffContent.figures');
  const failure = useErrorMessages();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (given: { text: ExchangeInfoText; version: number }) => {
      const path = '/backoffice/exchange-info/:language';
      const params = { language };
      return (await call<typeof saveExchangeInfo>('PUT', path, { params, body: given })).baseDTO;
    },
    onSuccess: (row, given) => {
      queryClient.setQueryData(infoQuery.queryKey, (rows) =>
        rows?.map((one) => (one.language === language ? row : one)),
      );
      // Edits made during saving are a draft of the new version.
      const draft = readArticleDraft<ExchangeInfoText>(infoKey(language));
      const later = draft && !isSame(draft.text, given.text);
      keepArticleDraft(infoKey(language), later ? { version: row.version, text: draft.text } : null);
      onSaved();
    },
    onError: async (refusal) => {
      if (refusal instanceof ApiError && refusal.code === 'CONFLICT')
        await queryClient.refetchQueries({ queryKey: infoQuery.queryKey });
    },
  });
  const conflict = error instanceof ApiError && error.code === 'CONFLICT';
  const figure = error instanceof ApiError ? unknownFigure(error.errors) : undefined;
  return {
    run: () => mutate({ text, version }),
    busy: isPending,
    problem: figure ? t('unknown', { name: `{${figure}}` }) : error && !conflict ? failure.text(error) : null,
  };
}
