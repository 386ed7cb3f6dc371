import { COINS, type Coin } from '@sarraf/domain';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/format/use-format.ts';
import { coinSymbol } from '../../../lib/market/coins.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { CodeInput } from '../../../ui/fields/code-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { PasswordInput, TextInput } from '../../../ui/fields/text-input.tsx';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import css from './gallery.module.css';

export function FormParts() {
  const { coin: name, money } = useFormat();
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [quote, setQuote] = useState<'TOMAN' | 'TETHER'>('TOMAN');
  const [amount, setAmount] = useState('25000000');
  const [coin, setCoin] = useState<Coin>('BITCOIN');
  const [code, setCode] = useState('1234');
  const coins = COINS.map((c) => ({
    value: c,
    label: name(c),
    detail: coinSymbol(c),
    icon: <CoinIcon coin={c} size={24} />,
  }));
  return (
    <div className={css.stack}>
      <Segmented
        label="سو"
        block
        segments={[
          { key: 'buy', label: 'خرید', tone: 'up' },
          { key: 'sell', label: 'فروش', tone: 'down' },
        ]}
        value={side}
        onChange={setSide}
      />
      <Field label="پرداخت می‌کنید" aside={`موجودی: ${money('500000000', 'TOMAN')}`} variant="inset">
        <NumberInput size="l" value={amount} onChange={setAmount} decimals={0} />
        <Select
          label="ارز مبنا"
          variant="pill"
          value={quote}
          onChange={setQuote}
          options={[
            { value: 'TOMAN', label: name('TOMAN') },
            { value: 'TETHER', label: name('TETHER') },
          ]}
        />
      </Field>
      <Field label="دریافت می‌کنید" aside="از ۰٫۰۰۰۱ تا ۲" variant="inset">
        <NumberInput size="l" value="0.00193844" onChange={() => undefined} />
        <Select label="ارز" variant="pill" value={coin} onChange={setCoin} options={coins} />
      </Field>
      <Button size="l" block>
        خرید بیت‌کوین
      </Button>
      <Button size="l" block disabledReason="موجودی شما کافی نیست">
        خرید بیت‌کوین
      </Button>
      <Field label="ایمیل" hint="کد تأیید به همین آدرس ارسال می‌شود.">
        <TextInput type="email" autoComplete="email" defaultValue="demo@sarraf.test" />
      </Field>
      <Field label="رمز عبور" error="رمز عبور باید حداقل ۸ کاراکتر باشد.">
        <PasswordInput defaultValue="Sarraf" />
      </Field>
      <Field label="جستجو">
        <TextInput type="search" before={<IconSearch size={18} />} placeholder="نام یا نماد ارز" />
      </Field>
      <Field label="شبکه">
        <Select<Coin> value={null} onChange={setCoin} options={coins} />
      </Field>
      <Field label="کد تأیید" framed={false}>
        <CodeInput value={code} onChange={setCode} />
      </Field>
      <Field label="کد تأیید" framed={false} error="کد واردشده درست نیست.">
        <CodeInput value="987654" onChange={() => undefined} />
      </Field>
      <Checkbox defaultChecked>قوانین و حریم خصوصی را خوانده‌ام و می‌پذیرم.</Checkbox>
      <Checkbox>مرا به خاطر بسپار</Checkbox>
      <div className={css.line}>
        <Button>تأیید</Button>
        <Button variant="ghost">انصراف</Button>
        <Button variant="text">فراموشی رمز</Button>
        <Button variant="danger">لغو سفارش</Button>
        <Button busy>در حال ثبت</Button>
        <Button size="s" variant="ghost" icon={<IconPlus size={16} />}>
          افزودن
        </Button>
        <Button disabled>غیرفعال</Button>
      </div>
    </div>
  );
}
