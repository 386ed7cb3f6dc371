import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Logo } from '../ui/images/logo.tsx';
import css from './receipt.module.css';
import { ReceiptLines } from './receipt-lines.tsx';
import type { Receipt } from './use-receipt.ts';

interface ReceiptPaperProps {
  receipt: Receipt;
  /** What it is a receipt of. */
  title: string;
  /** What the browser proposes for the PDF. */
  fileName: string;
  onPrinted: () => void;
}

/** The receipt as the only thing on paper; it is printed as soon as it stands, and then gone. */
export function ReceiptPaper({ receipt, title, fileName, onPrinted }: ReceiptPaperProps) {
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
      <footer>{t('footer')}</footer>
    </article>,
    document.body,
  );
}
