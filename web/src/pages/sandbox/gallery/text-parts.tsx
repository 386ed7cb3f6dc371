import { useId, useState } from 'react';
import { ProseSkeleton } from '../../../ui/feedback/prose-skeleton.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Cluster, Stack, Text, TwoLine } from '../../../ui/layout/layout.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Accordion } from '../../../ui/texts/accordion.tsx';
import { RichText } from '../../../ui/texts/rich-text.tsx';
import css from './gallery.module.css';

const TEXT = `
<p>متنی که کارکنان می‌نویسند، با <strong>تأکید</strong>، <em>تکیه</em>، <code>0x52c8…</code> و <a href="/faq">لینک</a>.</p>
<h2>سرفصل</h2>
<ul><li>اولین مورد</li><li>دومین مورد</li></ul>
<h3>زیرفصل</h3>
<ol><li>مرحله اول</li><li>گام دوم</li></ol>
<blockquote>آنچه از جای دیگر آمده است.</blockquote>
<table><thead><tr><th scope="col">سطح</th><th scope="col">کارمزد</th></tr></thead>
<tbody><tr><td>برنزی</td><td>۰٫۴٪</td></tr><tr><td>نقره‌ای</td><td>۰٫۳۵٪</td></tr></tbody></table>`;

const SIZES = ['2xs', 'xs', 's', 'sm', 'm', 'ml', 'l', 'lx', 'xl', '2xl'] as const;
const TONES = ['full', 'soft', 'faint', 'accent', 'warn', 'up', 'down'] as const;

const QUESTIONS = [
  { question: 'برداشت تومان چقدر زمان می‌برد؟', answer: '<p>تا پایان همان روز کاری بانک.</p>' },
  {
    question: 'اگر شبکه را اشتباه بزنم چه می‌شود؟',
    answer: '<p>شاید دارایی از دست برود. پیش از ارسال، شبکه را با مقصد بسنجید.</p>',
  },
  { question: 'کارمزد من چقدر است؟', answer: '<p>سطح شما آن را تعیین می‌کند.</p>' },
];

/** Components for reading. */
export function TextParts({ theme }: { theme: string }) {
  const id = useId();
  const text = TEXT.replace('<table>', `<table><caption>کارمزدها، ${theme}</caption>`);
  const [open, setOpen] = useState<string | null>(`${id}-0`);
  return (
    <div className={css.stack}>
      <SectionHead title="سربخش" lead="یکی دو جمله زیر آن." aside={<span>در پایان سطر</span>} />
      <Stack gap={2}>
        <Cluster gap={3} align="baseline" wrap>
          {SIZES.map((size) => (
            <Text key={size} as="span" size={size} weight={600}>
              اندازه
            </Text>
          ))}
        </Cluster>
        <Cluster gap={3} wrap>
          {TONES.map((tone) => (
            <Text key={tone} as="span" tone={tone}>
              رنگ
            </Text>
          ))}
        </Cluster>
        <TwoLine>
          <strong>دو سطر</strong>
          <small>و آنچه بیش از آن هست</small>
        </TwoLine>
      </Stack>
      <Accordion
        level={3}
        open={open}
        onOpen={setOpen}
        entries={QUESTIONS.map(({ question, answer }, index) => ({
          key: `${id}-${index}`,
          title: question,
          content: <RichText html={answer} />,
        }))}
      />
      <RichText html={text} />
      <ProseSkeleton paragraphs={1} />
      <div className={css.line}>
        <Skeleton width={120} />
        <Skeleton width={40} height={40} round />
      </div>
    </div>
  );
}
