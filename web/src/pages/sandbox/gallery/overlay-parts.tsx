import { IconBell, IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { showDialog, toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Avatar } from '../../../ui/images/avatar.tsx';
import { Mark } from '../../../ui/images/logo.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Countdown, CountdownPie } from '../../../ui/values/countdown.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { useCountdown } from '../../../ui/values/use-countdown.ts';
import css from './gallery.module.css';

const SHADES = [
  'ground',
  'surface',
  'raised',
  'sunken',
  'accent',
  'accent-soft',
  'up-soft',
  'down-soft',
  'warn-soft',
];

export function OverlayParts() {
  const [modal, setModal] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const [tab, setTab] = useState<'trades' | 'toman' | 'crypto'>('trades');
  const countdown = useCountdown(120);
  const price = useCountdown(10);
  return (
    <div className={css.stack}>
      <div className={css.line}>
        <Button variant="ghost" onClick={() => setModal(true)}>
          پنجره
        </Button>
        <Button variant="ghost" onClick={() => setIsConfirming(true)}>
          پرسش
        </Button>
        <Button variant="ghost" onClick={() => toast('سفارش شما ثبت شد.', 'done')}>
          پیام
        </Button>
        <Button variant="ghost" onClick={() => toast('موجودی شما کافی نیست.', 'problem')}>
          خطا
        </Button>
        <Button
          variant="ghost"
          onClick={() => showDialog({ title: 'اطلاعات تکراری', lines: ['کد ملی', 'موبایل'] })}
        >
          آگاهی
        </Button>
      </div>
      <div className={css.line}>
        <Countdown {...countdown} />
        <CountdownPie share={price.left / price.total} />
        <Spinner label="در حال بارگذاری" />
        <Avatar name="نیلوفر" />
        <Avatar />
        <Mark size={36} />
        <IconButton label="اعلان‌ها">
          <IconBell size={20} />
        </IconButton>
        <CopyButton text="sarraf" />
        <CopyButton text="sarraf" wide />
      </div>
      <Tabs
        label="تاریخچه"
        tabs={[
          { key: 'trades', label: 'معاملات' },
          { key: 'toman', label: 'تومانی' },
          { key: 'crypto', label: 'رمزارزی' },
        ]}
        value={tab}
        onChange={setTab}
      >
        <Facts
          facts={[
            { key: 'price', label: 'قیمت هر واحد', value: <Money value="12845200000" asset="TOMAN" /> },
            { key: 'fee', label: 'کارمزد (۰٫۴٪)', value: <Money value="99602" asset="TOMAN" /> },
            {
              key: 'total',
              label: 'جمع پرداختی',
              value: <Money value="25000000" asset="TOMAN" />,
              strong: true,
            },
          ]}
        />
      </Tabs>
      <EmptyState
        icon={<IconWallet size={26} />}
        title="کیف پول شما خالی است"
        text="با واریز تومان، خرید ارز دیجیتال را شروع کنید."
        action={<Button>واریز تومان</Button>}
      />
      <ErrorState text="پاسخی نرسید. لطفاً دوباره تلاش کنید." onRetry={() => undefined} />
      <div className={css.swatches}>
        {SHADES.map((shade) => (
          <span key={shade} className={css.swatch} style={{ background: `var(--${shade})` }}>
            <bdi>{shade}</bdi>
          </span>
        ))}
      </div>

      <Modal
        open={modal}
        onClose={() => setModal(false)}
        title="تأیید خرید"
        description="پیش از ثبت، یک بار دیگر نگاه کنید."
        footer={
          <>
            <Button onClick={() => setModal(false)}>تأیید و خرید</Button>
            <Button variant="ghost" onClick={() => setModal(false)}>
              انصراف
            </Button>
          </>
        }
      >
        <Facts
          facts={[
            { key: 'amount', label: 'مقدار', value: <Money value="0.00193844" asset="BITCOIN" /> },
            {
              key: 'total',
              label: 'جمع پرداختی',
              value: <Money value="25000000" asset="TOMAN" />,
              strong: true,
            },
          ]}
        />
      </Modal>
      <ConfirmDialog
        open={isConfirming}
        title="از حساب خود خارج می‌شوید؟"
        text="برای ورود دوباره به رمز عبور و کد تأیید نیاز دارید."
        onConfirm={() => setIsConfirming(false)}
        onCancel={() => setIsConfirming(false)}
      />
    </div>
  );
}
