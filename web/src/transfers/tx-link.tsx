import { shortenAddress } from '@sarraf/domain';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../ui/buttons/copy-button.tsx';
import css from './transfers.module.css';

interface TxLinkProps {
  txid: string;
  /** Its page on a public explorer; none for the sandbox's chains. */
  link: string | null | undefined;
}

/** A transaction id by its ends, to copy whole or to look up. */
export function TxLink({ txid, link }: TxLinkProps) {
  const t = useTranslations('history.receipt');
  const text = (
    <bdi dir="ltr" translate="no" className="latin">
      {shortenAddress(txid)}
    </bdi>
  );
  return (
    <span className={css.txid}>
      {link ? (
        <a href={link} target="_blank" rel="noopener noreferrer" className={css.link} title={t('explorer')}>
          {text}
          <IconExternalLink size={16} className="flip" aria-hidden />
          <span className="hidden">{t('explorer')}</span>
        </a>
      ) : (
        text
      )}
      <CopyButton text={txid} label={t('copyTxid')} />
    </span>
  );
}
