/**
 * Iranian banks by the three digits of a Sheba (persian-tools/persian-tools@25a2dc9), and by the first digits of a
 * card, which are rows that staff edits. Both are labels only: a card or Sheba of an unknown bank is accepted too.
 */
export interface Bank {
  fa: string;
  en: string;
}

/** The first six digits of a bank's cards; eight if two banks share the six. */
export interface CardPrefix extends Bank {
  prefix: string;
}

/** slug | Persian name | English name | Sheba codes */
const BANK_TABLE = `
ansar|بانک انصار|Ansar|063
ayandeh|بانک آینده|Ayandeh|062
central|بانک مرکزی جمهوری اسلامی ایران|Central Bank of Iran|010
dey|بانک دی|Dey|066
eghtesad-novin|بانک اقتصاد نوین|Eghtesad Novin (EN)|055
gardeshgari|بانک گردشگری|Gardeshgari (Tourism)|064
ghavamin|بانک قوامین|Ghavamin|052
hekmat|بانک حکمت ایرانیان|Hekmat Iranian|065
iran-venezuela|بانک مشترک ایران و ونزوئلا|Iran-Venezuela|095
iran-zamin|بانک ایران زمین|Iran Zamin|069
karafarin|بانک کارآفرین|Karafarin|053
keshavarzi|بانک کشاورزی|Keshavarzi|016
kosar|موسسه کوثر|Kosar Credit Institute|073
maskan|بانک مسکن|Maskan|014
mehr-eghtesad|بانک قرض الحسنه مهر|Mehr Eghtesad|079
mehr-iran|بانک مهر ایران|Gharzolhasaneh Mehr Iran|060 090
melal|موسسه اعتباری ملل|Melal Credit Institute|075
mellat|بانک ملت|Mellat|012
melli|بانک ملی ایران|Melli Iran|017
middle-east|بانک خاورمیانه|Middle East (Khavarmianeh)|078
noor|موسسه نور|Noor Credit Institute|080
parsian|بانک پارسیان|Parsian|054
pasargad|بانک پاسارگاد|Pasargad|057
post-bank|پست بانک ایران|Post Bank|021
refah|بانک رفاه کارگران|Refah Kargaran|013
resalat|بانک رسالت|Resalat|070
saderat|بانک صادرات ایران|Saderat Iran|019
saman|بانک سامان|Saman|056
sanat-madan|بانک صنعت و معدن|Sanat va Ma'dan|011
sarmayeh|بانک سرمایه|Sarmayeh|058
sepah|بانک سپه|Sepah|015
shahr|بانک شهر|Shahr (City)|061
sina|بانک سینا|Sina|059
tejarat|بانک تجارت|Tejarat|018
tosee|موسسه اعتباری توسعه|Tose'e Credit Institute|051
tosee-saderat|بانک توسعه صادرات|Export Development (Tose'e Saderat)|020
tosee-taavon|بانک توسعه تعاون|Tose'e Ta'avon|022
`;

interface BankRow extends Bank {
  slug: string;
  shebas: string[];
}

const BANK_ROWS: readonly BankRow[] = BANK_TABLE.trim()
  .split('\n')
  .map((line) => {
    const [slug = '', fa = '', en = '', shebas = ''] = line.split('|');
    return { slug, fa, en, shebas: shebas.split(' ') };
  });

/** Returns the bank that issued a card, from its first digits; null for an unassigned prefix. */
export function findBankByCard(card: string, prefixes: readonly CardPrefix[]): CardPrefix | null {
  const matching = prefixes.filter(({ prefix }) => card.startsWith(prefix));
  // The longest matching prefix is used.
  return matching.toSorted((one, other) => other.prefix.length - one.prefix.length)[0] ?? null;
}

/** The bank of a Sheba's 24 digits (without IR). */
export const findBankBySheba = (sheba: string): BankRow | null =>
  BANK_ROWS.find(({ shebas }) => shebas.includes(sheba.slice(2, 5))) ?? null;

/** Whether Shebas identify the bank with this name. Those of Blu's accounts identify Saman's. */
export const hasShebaCodes = (name: string): boolean => BANK_ROWS.some(({ fa }) => fa === name);

/** A card that the bank or staff confirmed as the user's own. */
export interface VerifiedCard {
  id: string;
  /** 6037-99**-****-5443. */
  masked: string;
  /** 16 digits. */
  number: string;
}

/** The Sheba of an account that the bank or staff confirmed as the user's own. */
export interface VerifiedSheba {
  /** Id of the bank account. */
  id: string;
  /** IR55057*****************0101. */
  masked: string;
  /** 24 digits. */
  number: string;
}

export const isIban = (number: string): boolean => number.startsWith('IR');

/**
 * Formats a card or an IBAN, however a bank masked it: in groups of four, or only the two ends of a masked IBAN.
 * "6037-99**-****-5443" → "6037 99** **** 5443", "IR55057*****************0101" → "IR55 •••• 0101".
 */
export function groupBankNumber(number: string): string {
  if (isIban(number) && /[*.]/.test(number)) return `${number.slice(0, 4)} •••• ${number.slice(-4)}`;
  const plain = number.replace(/[\s-]/g, '').replace(/[•xX]/g, '*');
  return plain.replace(/(.{4})(?=.)/g, '$1 ');
}

/**
 * Returns the bank of a card or an IBAN, masked or not; null if it is unknown, for example because the mask hides
 * the bank's code.
 */
export const findBankByNumber = (number: string, prefixes: readonly CardPrefix[]): Bank | null =>
  isIban(number)
    ? findBankBySheba(number.slice(2))
    : findBankByCard(/^\d*/.exec(number.replace(/[\s-]/g, ''))?.[0] ?? '', prefixes);
