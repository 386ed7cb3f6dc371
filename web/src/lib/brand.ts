import { brandStyles, PRODUCT_BRAND, PRODUCT_NAME, withName } from '@sarraf/domain';
import type { Brand, brand as contract } from '@sarraf/domain/contracts';
import { useSyncExternalStore } from 'react';
import type { Language } from '../i18n/language.ts';
import { call } from './api/api.ts';

const KEY = 'sarraf.brand';
const listeners = new Set<() => void>();
let current: Brand = PRODUCT_BRAND;
/** Set once the brand was sent with the page or fetched: it is newer than the one stored at the last visit. */
let known = false;
let sheet: CSSStyleSheet | null = null;

export const getBrand = (): Brand => current;

export function subscribeToBrand(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current name, colours and logo of the exchange. */
export const useBrand = (): Brand => useSyncExternalStore(subscribeToBrand, getBrand, getBrand);

/** Sets the brand; in the browser its colours too. */
export function setBrand(brand: Brand): void {
  known = true;
  if (JSON.stringify(brand) === JSON.stringify(current)) return;
  current = brand;
  if (typeof document !== 'undefined') paint(brand);
  for (const listener of listeners) listener();
}

function paint(brand: Brand): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(brandStyles(brand, PRODUCT_BRAND));
}

/** Takes the reply of `/brand` that was sent along with a page. */
export function hydrateBrand(reply: unknown): void {
  const brand = (reply as { baseDTO?: Brand } | undefined)?.baseDTO;
  if (brand) setBrand(brand);
}

/** At startup: shows the brand of the last visit immediately, and the current one once it is fetched. */
export function initBrand(): void {
  if (known) return keep(current);
  const kept = readKept();
  if (kept) setBrand(kept);
  void refreshBrand().catch(() => undefined);
}

async function refreshBrand(): Promise<void> {
  const { baseDTO } = await call<typeof contract>('GET', '/brand');
  showBrand(baseDTO);
}

/** Shows a brand now and at the next visit. */
export function showBrand(brand: Brand): void {
  setBrand(brand);
  keep(brand);
}

function keep(brand: Brand): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(brand));
  } catch {
    // Without storage the next page starts with the default colours.
  }
}

function readKept(): Brand | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isBrand(kept) ? kept : null;
  } catch {
    return null;
  }
}

const isBrand = (value: unknown): value is Brand => {
  const { name, accent, mark } = (value ?? {}) as Partial<Brand>;
  return [name?.fa, name?.en, accent?.dark, accent?.light, mark].every((part) => typeof part === 'string');
};

/** Returns a dictionary with the product's name replaced by the exchange's, including compiled texts. */
export function withBrandName<T>(texts: T, language: Language): T {
  const name = current.name[language];
  return name === PRODUCT_NAME[language] ? texts : (fill(texts, language, name) as T);
}

function fill(part: unknown, language: Language, name: string): unknown {
  if (typeof part === 'string') return withName(part, language, name);
  if (Array.isArray(part)) return part.map((one) => fill(one, language, name));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, fill(one, language, name)]));
}
