import { brandStyles, PRODUCT_BRAND, PRODUCT_NAME, withName } from '@sarraf/domain';
import type { Brand, brand as contract } from '@sarraf/domain/contracts';
import { useSyncExternalStore } from 'react';
import type { Language } from '../i18n/language.ts';
import { call } from './api/api.ts';

const KEY = 'sarraf.brand';
const listeners = new Set<() => void>();
let current: Brand = PRODUCT_BRAND;
/** What came along with the page, or was fetched, is newer than what is kept from the last visit. */
let known = false;
let sheet: CSSStyleSheet | null = null;

export const getBrand = (): Brand => current;

export function subscribeToBrand(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Name, colours and mark of the exchange, as they stand. */
export const useBrand = (): Brand => useSyncExternalStore(subscribeToBrand, getBrand, getBrand);

/** Shows this brand from now on; in the browser its colours too. */
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

/** The reply of `/brand` that came along with a page. */
export function hydrateBrand(reply: unknown): void {
  const brand = (reply as { baseDTO?: Brand } | undefined)?.baseDTO;
  if (brand) setBrand(brand);
}

/** At the start: as it was at the last visit at once, and as it is now when the server has said so. */
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

/** From now on, and at the next visit. */
export function showBrand(brand: Brand): void {
  setBrand(brand);
  keep(brand);
}

function keep(brand: Brand): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(brand));
  } catch {
    // Without storage the next page begins with the usual colours.
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

/** A dictionary in which the product's name is the exchange's own; what is compiled of it too. */
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
