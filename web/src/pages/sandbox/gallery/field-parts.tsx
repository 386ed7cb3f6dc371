import { useState } from 'react';
import { LanguageSwitch, ThemeSwitch } from '../../../ui/buttons/switches.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { DigitsInput } from '../../../ui/fields/digits-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { SearchBox } from '../../../ui/fields/search-box.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import css from './gallery.module.css';

const CITIES = [
  { value: 'tehran', label: 'تهران' },
  { value: 'shiraz', label: 'شیراز' },
  { value: 'tabriz', label: 'تبریز', detail: 'آذربایجان شرقی' },
];

/** Form fields other than texts and amounts. */
export function FieldParts() {
  const [card, setCard] = useState('6037991234567890');
  const [day, setDay] = useState('1990-03-21');
  const [city, setCity] = useState('shiraz');
  const [typed, setTyped] = useState('بیت');
  const [file, setFile] = useState<File | null>(null);
  return (
    <div className={css.stack}>
      <Field label="شماره کارت">
        <DigitsInput value={card} onChange={setCard} max={16} group={4} />
      </Field>
      <Field label="تاریخ تولد">
        <DateInput
          value={day}
          onChange={setDay}
          openLabel="باز کردن تقویم"
          around="1990-01-01"
          first="1930-01-01"
          last="2026-11-22"
        />
      </Field>
      <Field label="شهر">
        <Combobox
          value={city}
          onChange={setCity}
          options={CITIES}
          searchLabel="جست‌وجوی شهر"
          noneText="شهری با این نام نیست"
        />
      </Field>
      <Field label="پیام" hint="هرچه دقیق‌تر بنویسید، زودتر پاسخ می‌گیرید.">
        <TextArea defaultValue="سلام، واریزم هنوز ننشسته است." />
      </Field>
      <Field label="پیام" error="پیام را بنویسید.">
        <TextArea />
      </Field>
      <SearchBox label="جست‌وجوی ارز" placeholder="نام یا نماد ارز" value={typed} onChange={setTyped} />
      <FileDrop label="کارت ملی" accept="image/*" onFile={setFile}>
        {file?.name ?? 'تصویر را بکشید یا انتخاب کنید'}
      </FileDrop>
      <FileDrop label="کارت ملی" accept="image/*" onFile={setFile} disabled>
        بسته است
      </FileDrop>
      <div className={css.line}>
        <ThemeSwitch />
        <LanguageSwitch />
      </div>
    </div>
  );
}
