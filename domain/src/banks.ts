/**
 * Iranian banks by the first six digits of a card (eight where a bank shares them) and the three of a Sheba.
 * Source: persian-tools/persian-tools@25a2dc9 (getBankNameFromCardNumber, sheba codes), tables joined by bank; with the prefixes of
 * faeztgh/iran-lib and masihgh/iranian-bank-list that it lacks. A label: a card whose bank isn't here is as good as another.
 */
export interface Bank {
  slug: string;
  fa: string;
  en: string;
}

/** slug | Persian name | English name | card prefixes | Sheba codes */
const TABLE = `
ansar|بانک انصار|Ansar|627381|063
ayandeh|بانک آینده|Ayandeh|636214|062
blubank|بلوبانک|Blu (Saman)|62198618 62198619|
central|بانک مرکزی جمهوری اسلامی ایران|Central Bank of Iran|636795 636797|010
dey|بانک دی|Dey|502938|066
eghtesad-novin|بانک اقتصاد نوین|Eghtesad Novin (EN)|627412|055
gardeshgari|بانک گردشگری|Gardeshgari (Tourism)|505416 505426|064
ghavamin|بانک قوامین|Ghavamin|639599|052
hekmat|بانک حکمت ایرانیان|Hekmat Iranian|636949|065
iran-venezuela|بانک مشترک ایران و ونزوئلا|Iran-Venezuela|581874|095
iran-zamin|بانک ایران زمین|Iran Zamin|505785|069
karafarin|بانک کارآفرین|Karafarin|502910 627488|053
keshavarzi|بانک کشاورزی|Keshavarzi|603770 639217|016
kosar|موسسه کوثر|Kosar Credit Institute|505801|073
maskan|بانک مسکن|Maskan|628023|014
mehr-eghtesad|بانک قرض الحسنه مهر|Mehr Eghtesad|639370|079
mehr-iran|بانک مهر ایران|Gharzolhasaneh Mehr Iran|606373|060 090
melal|موسسه اعتباری ملل|Melal Credit Institute|606256|075
mellat|بانک ملت|Mellat|610433 991975|012
melli|بانک ملی ایران|Melli Iran|170019 603799|017
middle-east|بانک خاورمیانه|Middle East (Khavarmianeh)|505809 585947|078
noor|موسسه نور|Noor Credit Institute|507677|080
parsian|بانک پارسیان|Parsian|622106 627884 639194|054
pasargad|بانک پاسارگاد|Pasargad|502229 639347|057
post-bank|پست بانک ایران|Post Bank|627760|021
refah|بانک رفاه کارگران|Refah Kargaran|589463|013
resalat|بانک رسالت|Resalat|504172|070
saderat|بانک صادرات ایران|Saderat Iran|603769 903769|019
saman|بانک سامان|Saman|621986|056
sanat-madan|بانک صنعت و معدن|Sanat va Ma'dan|627961|011
sarmayeh|بانک سرمایه|Sarmayeh|639607|058
sepah|بانک سپه|Sepah|589210|015
shahr|بانک شهر|Shahr (City)|502806 504706|061
sina|بانک سینا|Sina|639346|059
tejarat|بانک تجارت|Tejarat|585983 627353|018
tosee|موسسه اعتباری توسعه|Tose'e Credit Institute|628157|051
tosee-saderat|بانک توسعه صادرات|Export Development (Tose'e Saderat)|207177 627648|020
tosee-taavon|بانک توسعه تعاون|Tose'e Ta'avon|502908|022
`;

interface Row extends Bank {
  cards: string[];
  shebas: string[];
}

const words = (text: string | undefined): string[] => (text ? text.split(' ') : []);

const ROWS: readonly Row[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [slug = '', fa = '', en = '', cards, shebas] = line.split('|');
    return { slug, fa, en, cards: words(cards), shebas: words(shebas) };
  });

/** The bank that issued a card, from its first digits; null for a prefix nobody has. */
export function bankOfCard(card: string): Bank | null {
  // An eight-digit prefix is the nearer one.
  for (const length of [8, 6]) {
    const row = ROWS.find(({ cards }) => cards.includes(card.slice(0, length)));
    if (row && card.length >= length) return row;
  }
  return null;
}

/** The bank of a Sheba's 24 digits (without IR). */
export const bankOfSheba = (sheba: string): Bank | null =>
  ROWS.find(({ shebas }) => shebas.includes(sheba.slice(2, 5))) ?? null;

/** A card the bank or staff confirmed as the person's own. */
export interface VerifiedCard {
  id: string;
  /** 6037-99**-****-5443. */
  masked: string;
  /** 16 digits. */
  number: string;
}

/** The Sheba of an account that the bank or staff confirmed as the person's own. */
export interface VerifiedSheba {
  /** The bank account's. */
  id: string;
  /** IR57********************0101. */
  masked: string;
  /** 24 digits. */
  number: string;
}
