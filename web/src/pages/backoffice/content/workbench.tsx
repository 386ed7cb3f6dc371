import type { ArticleKind, ArticleLanguage, ArticleText } from '@sarraf/domain/contracts';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMediaQuery } from '../../../lib/browser/media.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import css from '../shared/parts.module.css';
import { ArticleForm } from './article-form.tsx';
import { createEmptyArticle, getDraftKey, validateArticle } from './article-text.ts';
import { SaveConflict } from './conflict.tsx';
import contentCss from './content.module.css';
import { getArticleDraft } from './drafts.ts';
import { useEditing } from './editing.ts';
import { ArticlePreview, RenderedArticle } from './editor/preview.tsx';
import { ArticleFigures } from './figures.tsx';
import type { StoredArticle } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import { useSaveArticle } from './use-save-article.ts';
import { Versions } from './versions.tsx';

interface WorkbenchProps {
  kind: ArticleKind;
  slug: string;
  language: ArticleLanguage;
  stored: StoredArticle | null;
  other: { language: ArticleLanguage; stored: StoredArticle | null };
}

type EditorView = 'write' | 'preview' | 'figures' | 'other' | 'versions';
const SIDE_PANELS: readonly EditorView[] = ['preview', 'figures', 'other', 'versions'];
const VIEW_TEXTS = {
  write: 'edit.write',
  preview: 'preview.title',
  figures: 'figures.title',
  other: 'other.title',
  versions: 'versions.title',
} as const;
/** Below this width the editor and its side panels are tabs. */
const NARROW_QUERY = '(max-width: 1180px)';

/** The editor with a preview, the other language and earlier versions. */
export function ArticleEditor({ kind, slug, language, stored, other }: WorkbenchProps) {
  const t = useTranslations('staffContent');
  const { digits } = useFormat();
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const [view, setView] = useState<EditorView>('preview');
  const [isWriting, setWriting] = useState(true);
  const key = getDraftKey(kind, slug, language);
  // A draft of an earlier visit, or kept when going back.
  const [isRestored] = useState(() => getArticleDraft(key) !== undefined);
  const editing = useEditing<ArticleText>(key, {
    version: stored?.row.version ?? 0,
    text: stored?.text ?? createEmptyArticle(other.stored?.text),
  });
  const { text, dirty, behind } = editing;
  const [note, setNote] = useState<string | null>(null);
  const save = useSaveArticle({ kind, slug, language }, editing, () => setNote(t('edit.saved')));
  const validationError = validateArticle(text);
  const publishes = text.state === 'PUBLISHED' && stored?.text.state !== 'PUBLISHED';

  const visibleView = isNarrow && isWriting ? 'write' : view;
  const views = isNarrow ? (['write', ...SIDE_PANELS] as const) : SIDE_PANELS;
  const form = (
    <Writing {...{ kind, language, stored, editing, setNote }} restored={isRestored && dirty && !behind} />
  );
  const parts: Record<EditorView, () => ReactNode> = {
    write: () => form,
    preview: () => <ArticlePreview title={text.title} body={text.body} language={language} />,
    figures: () => <ArticleFigures language={language} />,
    other: () => <OtherLanguage {...other} />,
    versions: () => (
      <Versions
        versions={stored?.versions ?? []}
        language={language}
        dirty={dirty}
        onBring={({ version, text: { title, summary, body, coin, picture } }) => {
          // Order and publication state stay as they are now.
          editing.change({ title, summary, body, coin, picture });
          setNote(t('versions.brought', { number: digits(version) }));
        }}
      />
    ),
  };
  return (
    <>
      <div className={contentCss.bench}>
        {!isNarrow && <Card>{form}</Card>}
        <Card className={contentCss.aside}>
          <Tabs
            label={t('edit.view')}
            tabs={views.map((one) => ({ key: one, label: t(VIEW_TEXTS[one]) }))}
            value={visibleView}
            onChange={(next) => {
              setWriting(next === 'write');
              if (next !== 'write') setView(next);
            }}
          >
            {parts[visibleView]()}
          </Tabs>
        </Card>
      </div>
      <SaveBar
        dirty={dirty}
        busy={save.busy}
        disabledReason={behind ? t('conflict.title') : validationError && t(`edit.error.${validationError}`)}
        problem={save.problem}
        note={note}
        save={t(publishes ? 'edit.publish' : 'edit.save')}
        onSave={save.run}
        onDiscard={() => {
          setNote(null);
          editing.discard();
        }}
      />
    </>
  );
}

interface WritingProps extends NotesProps {
  kind: ArticleKind;
  editing: ReturnType<typeof useEditing<ArticleText>>;
  setNote: (note: string | null) => void;
}

/** The form with its notes, and the text that another staff member saved in the meantime. */
function Writing({ kind, language, stored, restored, editing, setNote }: WritingProps) {
  const t = useTranslations('staffContent');
  const { text, dirty, behind } = editing;
  const errorField = validateArticle(text);
  return (
    <div className={css.form}>
      <ArticleNotes {...{ language, stored, restored }} />
      {behind && stored && (
        <SaveConflict
          who={stored.row.updatedBy}
          version={stored.row.version}
          onKeep={() => {
            editing.rebase();
            setNote(t('conflict.kept'));
          }}
          onTake={editing.discard}
        >
          <RenderedArticle title={stored.text.title} html={stored.text.body} language={language} />
        </SaveConflict>
      )}
      <ArticleForm
        kind={kind}
        language={language}
        text={text}
        // An untouched form shows no errors.
        errorField={dirty && errorField !== 'title' ? errorField : null}
        onChange={(changes) => {
          setNote(null);
          editing.change(changes);
        }}
      />
    </div>
  );
}

interface NotesProps {
  language: ArticleLanguage;
  stored: StoredArticle | null;
  restored: boolean;
}

/** Notes: who changed it last, that it is new, that a draft was restored. */
function ArticleNotes({ language, stored, restored }: NotesProps) {
  const t = useTranslations('staffContent');
  const { digits, dateTime } = useFormat();
  if (restored) return <Callout live>{t('edit.restored')}</Callout>;
  if (!stored) return <Callout>{t('edit.new', { language: t(`languages.${language}`) })}</Callout>;
  const { version, updatedBy, updatedAtDateTime } = stored.row;
  return (
    <p className={css.muted}>
      {t('edit.version', { number: digits(version) })}
      {' · '}
      {updatedBy
        ? t('edit.byWhom', { who: updatedBy, time: dateTime(updatedAtDateTime) })
        : t('list.withProduct')}
    </p>
  );
}

function OtherLanguage({ language, stored }: WorkbenchProps['other']) {
  const t = useTranslations('staffContent');
  const name = t(`languages.${language}`);
  if (!stored) return <p className={css.muted}>{t('other.none', { language: name })}</p>;
  return (
    <div className={css.form}>
      <p className={css.muted}>
        {t('other.which')} · {name}
      </p>
      <RenderedArticle title={stored.text.title} html={stored.text.body} language={language} />
    </div>
  );
}
