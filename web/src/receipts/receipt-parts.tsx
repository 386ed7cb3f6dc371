import type { Order } from '@sarraf/domain/contracts';
import { IconCheck, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toast } from '../lib/notices.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Text } from '../ui/layout/layout.tsx';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import css from './receipt.module.css';
import { ReceiptEnd } from './receipt-end.tsx';
import { saveReceiptImage } from './receipt-image.ts';
import { ReceiptLines } from './receipt-lines.tsx';
import { PrintedReceipt } from './receipt-paper.tsx';
import { useIssuedCode } from './use-issued-code.ts';
import { useIssuer } from './use-issuer.ts';
import { type Receipt, useReceipt } from './use-receipt.ts';

interface ReceiptBodyProps {
  order: Order;
  fresh?: boolean;
  onLeave: () => void;
}

/** `fresh`: the trade was just executed, so the receipt starts with that. */
export function ReceiptBody({ order, fresh, onLeave }: ReceiptBodyProps) {
  const t = useTranslations('trade.receipt');
  const receipt = useReceipt(order);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button is gone, so the focus moves here.
    if (fresh) head.current?.focus();
  }, [fresh]);
  return (
    <>
      <div ref={head} tabIndex={-1} className={css.head}>
        <span className={css.seal}>
          <CoinIcon coin={receipt.coin} size={52} />
          <span className={css.check}>
            <IconCheck size={16} stroke={3} aria-hidden />
          </span>
        </span>
        <p>
          {fresh && <span className="hidden">{t('done')}. </span>}
          <Text as="span" size="sm" tone="soft">
            {receipt.did}
          </Text>
          <strong>{receipt.amount}</strong>
        </p>
      </div>
      <ReceiptLines receipt={receipt} />
      <ReceiptEnd receipt={receipt} onLeave={onLeave} />
    </>
  );
}

export function ReceiptActions({ order }: { order: Order }) {
  const t = useTranslations('trade.receipt');
  return (
    <SaveReceiptButtons receipt={useReceipt(order)} title={t('title')} fileName={`sarraf-${order.number}`} />
  );
}

interface SaveReceiptButtonsProps {
  receipt: Receipt;
  title: string;
  fileName: string;
}

/** Saves a receipt as a picture or, by the browser's print dialog, as PDF. */
export function SaveReceiptButtons({ receipt, title, fileName }: SaveReceiptButtonsProps) {
  const t = useTranslations('trade.receipt');
  const tVerify = useTranslations('verify');
  const app = useTranslations('app');
  const [isDrawing, setIsDrawing] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  const { data: code = null, isFetching } = useIssuedCode(receipt.of);
  const { issuer, waits } = useIssuer();
  const loading = isFetching || waits;

  const saveImage = () => {
    setIsDrawing(true);
    saveReceiptImage(receipt, code, {
      fileName,
      name: app('name'),
      title,
      footer: t('footer'),
      code: tVerify('code'),
      issuer: issuer ? [issuer.name, issuer.numbers, issuer.address].filter((line) => line !== '') : [],
    })
      .catch(() => toast(t('imageFailed'), 'problem'))
      .finally(() => setIsDrawing(false));
  };

  return (
    <>
      <Button
        variant="ghost"
        icon={<IconPhoto size={18} aria-hidden />}
        busy={isDrawing || loading}
        onClick={saveImage}
      >
        {t('image')}
      </Button>
      <Button
        variant="ghost"
        icon={<IconFileTypePdf size={18} aria-hidden />}
        busy={loading}
        onClick={() => setIsPrinting(true)}
      >
        {t('pdf')}
      </Button>
      {isPrinting && (
        <PrintedReceipt
          receipt={receipt}
          code={code}
          issuer={issuer}
          title={title}
          fileName={fileName}
          onPrinted={() => setIsPrinting(false)}
        />
      )}
    </>
  );
}
