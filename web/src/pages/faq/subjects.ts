/** What questions are about, in the order of the page. */
export const FAQ_SUBJECTS = [
  'deposit',
  'withdrawal',
  'verification',
  'fees',
  'trading',
  'security',
  'more',
] as const;
export type FaqSubject = (typeof FAQ_SUBJECTS)[number];

/** The questions that come with the product, by their slugs; what the staff adds is under `more`. */
const SUBJECT_SLUGS: Readonly<Record<Exclude<FaqSubject, 'more'>, readonly string[]>> = {
  deposit: [
    'toman-deposit-ways',
    'card-deposit-failed',
    'bank-transfer-missing',
    'deposit-hold',
    'coin-deposit-time',
    'missing-deposit',
    'missing-tag',
    'tether-network',
    'wrong-network',
  ],
  withdrawal: [
    'toman-withdrawal-time',
    'coin-withdrawal-time',
    'withdrawal-limits',
    'withdrawal-under-review',
    'withdrawal-hold',
    'blocked-balance',
    'address-book',
  ],
  verification: [
    'verification-time',
    'verification-documents',
    'verification-refused',
    'living-abroad',
    'bank-accounts',
  ],
  fees: ['fees-and-levels', 'toman-limits', 'quick-trade-total'],
  trading: [
    'minimum-trade',
    'price-life',
    'order-statuses',
    'order-refused',
    'tether-limit',
    'recurring-purchase',
  ],
  security: [
    'how-money-is-kept',
    'which-two-step',
    'google-and-passkey',
    'code-not-arriving',
    'forgot-password',
    'lost-authenticator',
    'lost-email',
    'change-email-or-mobile',
    'suspected-breach',
    'freeze-account',
    'fake-messages',
  ],
};

const SUBJECT_BY_SLUG: ReadonlyMap<string, FaqSubject> = new Map(
  Object.entries(SUBJECT_SLUGS).flatMap(([subject, slugs]) =>
    slugs.map((slug) => [slug, subject as FaqSubject]),
  ),
);

export const getFaqSubject = (slug: string): FaqSubject => SUBJECT_BY_SLUG.get(slug) ?? 'more';

/** An address of its own, `/faq#about-deposit`, that no question has. */
export const getSubjectAnchor = (subject: FaqSubject): string => `about-${subject}`;

/** Questions by what they are about, in their order; subjects without one are left out. */
export const groupBySubject = <Q extends { slug: string }>(questions: readonly Q[]) =>
  FAQ_SUBJECTS.map((subject) => ({
    subject,
    questions: questions.filter(({ slug }) => getFaqSubject(slug) === subject),
  })).filter((group) => group.questions.length > 0);
