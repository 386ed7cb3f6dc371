/** The product's texts, as a user of either language reads them on the screen. */
import { messages as en } from '../web/src/framework/i18n/en/index.ts';
import { messages as fa } from '../web/src/framework/i18n/fa/index.ts';

export type Language = 'fa' | 'en';

/** Returns a text of the dictionary: `say('en', 'trade.action.buy', { coin: 'Bitcoin' })`. */
export function getText(language: Language, path: string, values: Record<string, string> = {}): string {
  let text: unknown = language === 'fa' ? fa : en;
  for (const part of path.split('.')) text = (text as Record<string, unknown>)[part];
  if (typeof text !== 'string') throw new Error(`no text ${path}`);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').replace(/<[^>]+>/g, '');
}

/** Returns a pattern for texts with placeholders: braces match anything. */
export function getTextPattern(
  language: Language,
  path: string,
  values: Record<string, string> = {},
): RegExp {
  const marked = { ...values };
  const text = getText(language, path, new Proxy(marked, { get: (v, name: string) => v[name] ?? '\u0000' }));
  return new RegExp(text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('\u0000', '.+'));
}
