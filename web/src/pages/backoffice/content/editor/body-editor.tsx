import type { ArticleLanguage } from '@sarraf/domain/contracts';
import {
  IconBold,
  IconH2,
  IconH3,
  IconLink,
  IconList,
  IconListNumbers,
  IconPilcrow,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { TextArea } from '../../../../ui/fields/text-area.tsx';
import { getArticleDirection } from '../article-text.ts';
import css from '../content.module.css';
import { createInsertion, TOOLS, type Tool } from './markup.ts';

const ICONS: Readonly<Record<Tool, TablerIcon>> = {
  heading: IconH2,
  subheading: IconH3,
  paragraph: IconPilcrow,
  bold: IconBold,
  list: IconList,
  numbered: IconListNumbers,
  link: IconLink,
  table: IconTable,
};

interface BodyEditorProps {
  label: ReactNode;
  language: ArticleLanguage;
  value: string;
  onChange: (html: string) => void;
  error?: string | null | undefined;
}

/** HTML in a text area; the toolbar inserts tags around the selection. */
export function BodyEditor({ label, language, value, onChange, error }: BodyEditorProps) {
  const t = useTranslations('staffContent.tools');
  const textAreaRef = useRef<HTMLTextAreaElement>(null);
  const toolbarRef = useRef<HTMLDivElement>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const applyTool = (tool: Tool) => {
    const field = textAreaRef.current;
    if (!field) return;
    const { selectionStart: start, selectionEnd: end } = field;
    const { text, from, to } = createInsertion(tool, value.slice(start, end), t('column'));
    field.focus();
    // Inserted as if typed, so that the browser can undo it; otherwise the text is set.
    if (!document.execCommand('insertText', false, text))
      onChange(value.slice(0, start) + text + value.slice(end));
    requestAnimationFrame(() => field.setSelectionRange(start + from, start + to));
  };
  // A single tab stop; arrow keys move between tools.
  const handleToolbarKeys = ({ key }: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const step = key === forward ? 1 : key === 'ArrowLeft' || key === 'ArrowRight' ? -1 : 0;
    if (step === 0) return;
    const next = (activeIndex + step + TOOLS.length) % TOOLS.length;
    setActiveIndex(next);
    toolbarRef.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className={css.editor}>
      <div
        ref={toolbarRef}
        role="toolbar"
        aria-label={t('label')}
        className={css.tools}
        onKeyDown={handleToolbarKeys}
      >
        {TOOLS.map((tool, index) => {
          const Icon = ICONS[tool];
          return (
            <IconButton
              key={tool}
              size="s"
              label={t(tool)}
              tabIndex={index === activeIndex ? 0 : -1}
              onClick={() => applyTool(tool)}
            >
              <Icon size={20} aria-hidden />
            </IconButton>
          );
        })}
      </div>
      <Field label={label} error={error}>
        <TextArea
          ref={textAreaRef}
          rows={14}
          lang={language}
          dir={getArticleDirection(language)}
          maxLength={100_000}
          className={css.area}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
}
