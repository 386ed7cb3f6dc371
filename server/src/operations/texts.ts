/** Trims the public texts, and returns the names of blank fields. */
export function validateTexts(text: { fa: string; en: string }): {
  fa: string;
  en: string;
  errors: string[];
} {
  const [fa, en] = [text.fa.trim(), text.en.trim()];
  return { fa, en, errors: [...(fa === '' ? ['text.fa'] : []), ...(en === '' ? ['text.en'] : [])] };
}
