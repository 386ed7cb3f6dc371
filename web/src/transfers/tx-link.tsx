import { IconExternalLink } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { cutLink } from '../ui/values/address-text.tsx';
import css from './transfers.module.css';

/** A link to a transaction on a public explorer; only its id if there is none, as for the sandbox's chains. */
export function TxLink({ txid, link }: { txid: string; link: string | null | undefined }) {
  const t = useTranslations('history.receipt');
  const text = <bdi className="latin">{cutLink(txid)}</bdi>;
  if (!link) return text;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={css.link} title={t('explorer')}>
      {text}
      <IconExternalLink size={16} className="flip" aria-hidden />
      <span className="hidden">{t('explorer')}</span>
    </a>
  );
}
