/** What people are told, without blanks around it, and the names of the fields that say nothing. */
export function readTexts(text: { fa: string; en: string }): { fa: string; en: string; faults: string[] } {
  const [fa, en] = [text.fa.trim(), text.en.trim()];
  return { fa, en, faults: [...(fa === '' ? ['text.fa'] : []), ...(en === '' ? ['text.en'] : [])] };
}
