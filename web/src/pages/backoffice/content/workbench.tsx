import type { ArticleKind, ArticleLanguage, ArticleText } from '@sarraf/domain/contracts';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMedia } from '../../../lib/browser/media.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import css from '../shared/parts.module.css';
import { ArticleForm } from './article-form.tsx';
import { articleFaultOf, draftKey, emptyText } from './article-text.ts';
import { Conflict } from './conflict.tsx';
import contentCss from './content.module.css';
import { readArticleDraft } from './drafts.ts';
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

type View = 'write' | 'preview' | 'figures' | 'other' | 'versions';
const ASIDE: readonly View[] = ['preview', 'figures', 'other', 'versions'];
const VIEW_TEXTS = {
  write: 'edit.write',
  preview: 'preview.title',
  figures: 'figures.title',
  other: 'other.title',
  versions: 'versions.title',
} as const;
/** Below this width the editor and its side panels are tabs. */
const NARROW = '(max-width: 1100px)';

/** The editor with a preview, the other language and earlier versions. */
export function ArticleEditor({ kind, slug, language, stored, other }: WorkbenchProps) {
  const t = useTranslations('staffContent');
  const { digits } = useFormat();
  const narrow = useMedia(NARROW);
  const [view, setView] = useState<View>('preview');
  const [writing, setWriting] = useState(true);
  const key = draftKey(kind, slug, language);
  // A draft of an earlier visit, or kept when going back.
  const [restored] = useState(() => readArticleDraft(key) !== undefined);
  const editing = useEditing<ArticleText>(key, {
    version: stored?.row.version ?? 0,
    text: stored?.text ?? emptyText(other.stored?.text),
  });
  const { text, dirty, behind } = editing;
  const [note, setNote] = useState<string | null>(null);
  const save = useSaveArticle({ kind, slug, language }, editing, () => setNote(t('edit.saved')));
  const fault = articleFaultOf(text);
  const publishes = text.state === 'PUBLISHED' && stored?.text.state !== 'PUBLISHED';

  const shown = narrow && writing ? 'write' : view;
  const views = narrow ? (['write', ...ASIDE] as const) : ASIDE;
  const form = (
    <Writing {...{ kind, language, stored, editing, setNote }} restored={restored && dirty && !behind} />
  );
  const parts: Record<View, () => ReactNode> = {
    write: () => form,
    preview: () => <ArticlePreview title={text.title} body={text.body} language={language} />,
    figures: () => <ArticleFigures language={language} />,
    other: () => <Other {...other} />,
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
        {!narrow && <Card>{form}</Card>}
        <Card className={contentCss.aside}>
          <Tabs
            label={t('edit.view')}
            tabs={views.map((one) => ({ key: one, label: t(VIEW_TEXTS[one]) }))}
            value={shown}
            onChange={(next) => {
              setWriting(next === 'write');
              if (next !== 'write') setView(next);
            }}
          >
            {parts[shown]()}
          </Tabs>
        </Card>
      </div>
      <SaveBar
        dirty={dirty}
        busy={save.busy}
        fault={behind ? t('conflict.title') : fault && t(`edit.fault.${fault}`)}
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
  const fault = articleFaultOf(text);
  return (
    <div className={css.form}>
      <Notes {...{ language, stored, restored }} />
      {behind && stored && (
        <Conflict
          who={stored.row.updatedBy}
          version={stored.row.version}
          onKeep={() => {
            editing.rebase();
            setNote(t('conflict.kept'));
          }}
          onTake={editing.discard}
        >
          <RenderedArticle title={stored.text.title} html={stored.text.body} language={language} />
        </Conflict>
      )}
      <ArticleForm
        kind={kind}
        language={language}
        text={text}
        // An untouched form shows no errors.
        fault={dirty && fault !== 'title' ? fault : null}
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
function Notes({ language, stored, restored }: NotesProps) {
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

function Other({ language, stored }: WorkbenchProps['other']) {
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
