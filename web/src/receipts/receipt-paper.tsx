import type { IssuedCode } from '@sarraf/domain/contracts';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Logo } from '../ui/images/logo.tsx';
import { PaperCode } from './paper-code.tsx';
import css from './receipt.module.css';
import { ReceiptLines } from './receipt-lines.tsx';
import type { Issuer } from './use-issuer.ts';
import type { Receipt } from './use-receipt.ts';

interface ReceiptPaperProps {
  receipt: Receipt;
  /** Null: it didn't come; a receipt is one without it too. */
  code: IssuedCode | null;
  /** Null: no company is named in the settings. */
  issuer: Issuer | null;
  /** What it is a receipt of. */
  title: string;
  /** What the browser proposes for the PDF. */
  fileName: string;
  onPrinted: () => void;
}

/** The receipt as the only thing on paper; it is printed as soon as it stands, and then gone. */
export function ReceiptPaper({ receipt, code, issuer, title, fileName, onPrinted }: ReceiptPaperProps) {
  const t = useTranslations('trade.receipt');
  const app = useTranslations('app');
  const printed = useRef(onPrinted);

  useEffect(() => {
    const before = document.title;
    const end = () => {
      document.title = before;
      printed.current();
    };
    window.addEventListener('afterprint', end, { once: true });
    // A frame later, so that React's second look in development prints no second sheet.
    const frame = requestAnimationFrame(() => {
      document.title = fileName;
      window.print();
    });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', end);
      document.title = before;
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
      {code && <PaperCode code={code} />}
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
