import { insertProductName, PRODUCT_BRAND, PRODUCT_NAME } from '@sarraf/domain';
import type { Brand, brand as contract } from '@sarraf/domain/contracts';
import { useSyncExternalStore } from 'react';
import type { Language } from '../framework/i18n/language.ts';
import { call } from './api/api.ts';

const KEY = 'sarraf.brand';
const listeners = new Set<() => void>();
let currentBrand: Brand = PRODUCT_BRAND;
/** Set once the brand was sent with the page or fetched: it is newer than the one stored at the last visit. */
let isCurrentKnown = false;
let styleSheet: CSSStyleSheet | null = null;
let colorsApplied = Promise.resolve();

export const getBrand = (): Brand => currentBrand;

export function subscribeToBrand(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current name, colours and logo of the exchange. */
export const useBrand = (): Brand => useSyncExternalStore(subscribeToBrand, getBrand, getBrand);

/** Sets the brand; in the browser its colours too. */
export function setBrand(brand: Brand): void {
  isCurrentKnown = true;
  if (JSON.stringify(brand) === JSON.stringify(currentBrand)) return;
  currentBrand = brand;
  if (typeof document !== 'undefined')
    // Without its own colours the exchange has the product's.
    colorsApplied = applyBrandColors(brand).catch(() => undefined);
  for (const listener of listeners) listener();
}

/** Resolves when the colours of the brand that was set last are there. */
export const waitForBrandColors = (): Promise<void> => colorsApplied;

/** An exchange with the product's colours loads nothing to derive others. */
async function applyBrandColors(brand: Brand): Promise<void> {
  const styles = hasProductColors(brand)
    ? ''
    : (await import('./brand-styles.ts')).buildBrandStyles(brand, PRODUCT_BRAND);
  if (brand !== currentBrand) return;
  if (!styleSheet) {
    styleSheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(styleSheet);
  }
  styleSheet.replaceSync(styles);
}

const hasProductColors = ({ accent, mark }: Brand): boolean =>
  accent.dark === PRODUCT_BRAND.accent.dark &&
  accent.light === PRODUCT_BRAND.accent.light &&
  mark === PRODUCT_BRAND.mark;

/** Takes the reply of `/brand` that was sent along with a page. */
export function hydrateBrand(reply: unknown): void {
  const brand = (reply as { baseDTO?: Brand } | undefined)?.baseDTO;
  if (brand) setBrand(brand);
}

/** At startup: shows the brand of the last visit immediately, and the current one once it is fetched. */
export function initBrand(): void {
  if (isCurrentKnown) return saveBrand(currentBrand);
  const stored = loadStoredBrand();
  if (stored) setBrand(stored);
  void refreshBrand().catch(() => undefined);
}

async function refreshBrand(): Promise<void> {
  const { baseDTO } = await call<typeof contract>('GET', '/brand');
  showBrand(baseDTO);
}

/** Shows a brand now and at the next visit. */
export function showBrand(brand: Brand): void {
  setBrand(brand);
  saveBrand(brand);
}

function saveBrand(brand: Brand): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(brand));
  } catch {
    // Without storage the next page starts with the default colours.
  }
}

function loadStoredBrand(): Brand | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isBrand(stored) ? stored : null;
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
  const name = currentBrand.name[language];
  return name === PRODUCT_NAME[language] ? texts : (replaceBrandName(texts, language, name) as T);
}

function replaceBrandName(value: unknown, language: Language, name: string): unknown {
  if (typeof value === 'string') return insertProductName(value, language, name);
  if (Array.isArray(value)) return value.map((item) => replaceBrandName(item, language, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceBrandName(item, language, name)]),
  );
}
