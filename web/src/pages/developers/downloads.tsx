import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import css from './developers.module.css';
import { VECTORS_NAME, VECTORS_URL } from './examples.ts';
import { ASYNCAPI, OPENAPI } from './queries.ts';

const FILES = [
  ['openapi.json', OPENAPI],
  ['asyncapi.json', ASYNCAPI],
  [VECTORS_NAME, VECTORS_URL],
] as const;

/** API descriptions for client generators and test tools. */
export function Downloads() {
  const t = useTranslations('developers.start');
  return (
    <ul className={css.files}>
      {FILES.map(([name, href]) => (
        <li key={name}>
          <a href={href} download={name}>
            <IconDownload size={18} aria-hidden />
            <span className="latin">{name}</span>
          </a>
        </li>
      ))}
      <li>
        <a href="/api/docs" target="_blank" rel="noopener">
          <IconExternalLink size={18} aria-hidden />
          {t('reference')}
        </a>
      </li>
    </ul>
  );
}
