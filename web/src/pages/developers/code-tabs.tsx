import { useTranslations } from 'use-intl';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { CodeBlock } from '../../ui/values/code-block.tsx';
import { CODE_LANGUAGES, type CodeLanguage, saveCodeLanguage, useCodeLanguage } from './code-language.ts';
import css from './developers.module.css';
import type { Examples } from './examples.ts';

interface CodeTabsProps {
  examples: Examples;
  /** Prefix of the file names. */
  name: string;
  /** Returns the command that runs the example. */
  getCommand?: (language: CodeLanguage) => string;
}

/** An example in all its programming languages. */
export function CodeTabs({ examples, name, getCommand }: CodeTabsProps) {
  const t = useTranslations('developers');
  const chosen = useCodeLanguage();
  const tabs = (Object.keys(CODE_LANGUAGES) as CodeLanguage[])
    .filter((key) => examples[key] !== undefined)
    .map((key) => ({ key, label: <span className="latin">{CODE_LANGUAGES[key]}</span> }));
  const language = examples[chosen] === undefined ? (tabs[0]?.key ?? 'sh') : chosen;
  return (
    <div>
      <Tabs label={t('language')} tabs={tabs} value={language} onChange={saveCodeLanguage}>
        <div className={css.blocks}>
          <CodeBlock
            key={language}
            name={`${name}.${language}`}
            text={examples[language] ?? ''}
            copy={t('copy')}
          />
          {getCommand && (
            <>
              <p>{t('run')}</p>
              <CodeBlock text={getCommand(language)} copy={t('copyCommand')} />
            </>
          )}
        </div>
      </Tabs>
    </div>
  );
}
