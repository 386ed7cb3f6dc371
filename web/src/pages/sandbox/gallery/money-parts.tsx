import { useState } from 'react';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { PauseNote } from '../../../ui/feedback/pause-note.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { AddressInput } from '../../../ui/fields/address-input.tsx';
import { ChoiceList } from '../../../ui/fields/choice-list.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { StoreMark } from '../../../ui/images/store-mark.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { Copyable } from '../../../ui/values/copyable.tsx';
import css from './gallery.module.css';

const ADDRESS = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const PAUSE = {
  scope: 'COIN' as const,
  name: 'TRON',
  text: { fa: 'شبکه ترون به‌روز می‌شود.', en: 'The network of TRON is being updated.' },
  endsAt: '2026-11-24T12:00:00.000Z',
};
const NETWORKS = [
  { key: 'ERC20', label: 'اتریوم (ERC20)', note: 'فعلاً بسته است', disabled: true },
  { key: 'TRC20', label: 'ترون (TRC20)' },
];

/** Components for deposits and withdrawals. */
export function MoneyParts() {
  const [network, setNetwork] = useState<string | null>('TRC20');
  const [address, setAddress] = useState(ADDRESS);
  return (
    <div className={css.stack}>
      <ChoiceList label="شبکه" value={network} onChange={setNetwork} options={NETWORKS} row />
      <Copyable label="آدرس واریز" text={ADDRESS} copy="کپی آدرس" />
      <Copyable label="تگ (ممو)" text="100000" copy="کپی تگ" loud />
      <Copyable label="آدرس قرارداد" text={ADDRESS} copy="کپی آدرس قرارداد" quiet />
      <AddressText text={ADDRESS} />
      <Field label="آدرس مقصد">
        <AddressInput value={address} onChange={setAddress} maxLength={100} />
      </Field>
      <BankNumber masked="603770******5443" />
      <StoreMark name="بازرگانی آفتاب" logo={null} />
      <CodeBlock name="quick-start.sh" text='curl -s "$SARRAF/api/markets"' copy="کپی کد" />
      <ProgressBar done={2} of={6} label="تأییدهای واریز" />
      <Callout>برداشت از ۲٬۵۰۰ تتر به بالا را همکاران ما هم بررسی می‌کنند.</Callout>
      <Callout tone="warn" title="پیش از واریز">
        فقط تتر و فقط روی شبکه ترون بفرستید.
      </Callout>
      <PauseNote pause={PAUSE} />
    </div>
  );
}
