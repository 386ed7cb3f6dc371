import type { IssuedCode } from '@sarraf/domain/contracts';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Logo } from '../ui/images/logo.tsx';
import { DocumentVerificationCode } from './paper-code.tsx';
import css from './receipt.module.css';
import { ReceiptLines } from './receipt-lines.tsx';
import type { Issuer } from './use-issuer.ts';
import type { Receipt } from './use-receipt.ts';

interface ReceiptPaperProps {
  receipt: Receipt;
  /** Null: it couldn't be loaded; the receipt is valid without it. */
  code: IssuedCode | null;
  /** Null: no company is configured. */
  issuer: Issuer | null;
  /** The subject of the receipt. */
  title: string;
  /** The file name that the browser suggests for the PDF. */
  fileName: string;
  onPrinted: () => void;
}

/** Renders the receipt for printing, prints it when it is ready, and then removes it. */
export function PrintedReceipt({ receipt, code, issuer, title, fileName, onPrinted }: ReceiptPaperProps) {
  const t = useTranslations('trade.receipt');
  const app = useTranslations('app');
  const latestOnPrinted = useRef(onPrinted);

  useEffect(() => {
    const previousTitle = document.title;
    const finishPrinting = () => {
      document.title = previousTitle;
      latestOnPrinted.current();
    };
    window.addEventListener('afterprint', finishPrinting, { once: true });
    // A frame later, so that React's double rendering in development doesn't print twice.
    const frame = requestAnimationFrame(() => {
      document.title = fileName;
      window.print();
    });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', finishPrinting);
      document.title = previousTitle;
    };
  }, [fileName]);

  return createPortal(
    <article className={css.paper} data-theme="light" data-receipt-paper>
      <header className={css.letterhead}>
        <Logo name={app('name')} size={36} />
        <span>{title}</span>
      </header>
      <p className={css.paperAmount}>
        {receipt.did} <strong>{receipt.amount}</strong>
      </p>
      <ReceiptLines receipt={receipt} />
      {code && <DocumentVerificationCode code={code} />}
      <footer>
        {t('footer')}
        {issuer && (
          <address data-issuer>
            <strong>{issuer.name}</strong>
            {issuer.numbers && <span>{issuer.numbers}</span>}
            <span>{issuer.address}</span>
          </address>
        )}
      </footer>
    </article>,
    document.body,
  );
}
