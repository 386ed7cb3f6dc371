import { useState } from 'react';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { PauseNote } from '../../../ui/feedback/pause-note.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { ChoiceList } from '../../../ui/fields/choice-list.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
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

/** What money that comes in or goes out is shown with. */
export function MoneyParts() {
  const [network, setNetwork] = useState<string | null>('TRC20');
  return (
    <div className={css.stack}>
      <ChoiceList label="شبکه" value={network} onChange={setNetwork} options={NETWORKS} row />
      <Copyable label="نشانی واریز" text={ADDRESS} copy="کپی نشانی" />
      <Copyable label="تگ (ممو)" text="100000" copy="کپی تگ" loud />
      <Copyable label="نشانی قرارداد" text={ADDRESS} copy="کپی نشانی قرارداد" quiet />
      <AddressText text={ADDRESS} />
      <ProgressBar done={2} of={6} label="تأییدهای واریز" />
      <Callout>برداشت از ۲٬۵۰۰ تتر به بالا را همکاران ما هم بررسی می‌کنند.</Callout>
      <Callout tone="warn" title="پیش از واریز">
        فقط تتر و فقط روی شبکه ترون بفرستید.
      </Callout>
      <PauseNote pause={PAUSE} />
    </div>
  );
}
