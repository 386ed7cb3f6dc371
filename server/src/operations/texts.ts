/** Trims the public texts, and returns the names of blank fields. */
export function validateTexts(text: { fa: string; en: string }): {
  fa: string;
  en: string;
  faults: string[];
} {
  const [fa, en] = [text.fa.trim(), text.en.trim()];
  return { fa, en, faults: [...(fa === '' ? ['text.fa'] : []), ...(en === '' ? ['text.en'] : [])] };
}
