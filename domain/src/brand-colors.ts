/** Colours that follow from an exchange's own accent, their contrasts, and their CSS. */

export type BrandTheme = 'dark' | 'light';
/** `#rrggbb` */
export type Hex = string;

/** Background colours in each theme: ground, surface, raised, sunken of tokens.css. */
export const BACKGROUND_COLORS: Readonly<Record<BrandTheme, readonly Hex[]>> = {
  dark: ['#0b0f17', '#121824', '#1a2232', '#0e131d'],
  light: ['#f5f7fb', '#ffffff', '#ffffff', '#eef1f7'],
};
/** Text colours on the accent: the one with more contrast is used. */
const TEXT_COLORS: readonly Hex[] = ['#07101f', '#ffffff'];
/** Opacity of the soft background below accented text. */
const SOFT_OPACITY: Readonly<Record<BrandTheme, number>> = { dark: 0x1f / 255, light: 0x14 / 255 };

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for controls. */
export const TEXT_CONTRAST = 4.5;
export const CONTROL_CONTRAST = 3;

type Rgb = readonly [number, number, number];

const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);
const parseHexColor = (hex: Hex): Rgb => {
  const parseChannel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [parseChannel(1), parseChannel(3), parseChannel(5)];
};
const formatHexColor = (colour: Rgb): Hex =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
/** Mixes two colours; `share` is that of the first. */
const mixColors = (foreground: Hex, background: Hex, share: number): Hex => {
  const [a, b] = [parseHexColor(foreground), parseHexColor(background)];
  return formatHexColor(
    [0, 1, 2].map((at) => (a[at] ?? 0) * share + (b[at] ?? 0) * (1 - share)) as unknown as Rgb,
  );
};

function computeLuminance(colour: Hex): number {
  const [r, g, b] = parseHexColor(colour).map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

/** Returns the contrast ratio, from 1 to 21. */
export function computeContrast(one: Hex, other: Hex): number {
  const [a, b] = [computeLuminance(one), computeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Colours derived from an accent: the values of the custom properties of the same names. */
export interface AccentTokens {
  accent: Hex;
  'accent-hover': Hex;
  'accent-strong': Hex;
  /** With alpha: `#rrggbbaa`. */
  'accent-soft': string;
  'on-accent': Hex;
}

export function deriveAccentTokens(accent: Hex, theme: BrandTheme): AccentTokens {
  const emphasisColor = theme === 'dark' ? '#ffffff' : '#000000';
  const [first = '', second = ''] = TEXT_COLORS;
  const alpha = Math.round(SOFT_OPACITY[theme] * 255)
    .toString(16)
    .padStart(2, '0');
  const textColor = computeContrast(first, accent) >= computeContrast(second, accent) ? first : second;
  return {
    accent,
    // Away from the text colour, so that its contrast never decreases.
    'accent-hover': mixColors(accent, textColor === first ? '#ffffff' : '#000000', 0.86),
    'accent-strong': mixColors(accent, emphasisColor, 0.82),
    'accent-soft': `${accent}${alpha}`,
    'on-accent': textColor,
  };
}

export const BRAND_CHECKS = ['ON_ACCENT', 'ACCENT_TEXT', 'CONTROL'] as const;
export interface BrandCheckResult {
  theme: BrandTheme;
  /**
   * ON_ACCENT: text on buttons; ACCENT_TEXT: links and highlighted text; CONTROL: focus outlines and selected
   * options.
   */
  check: (typeof BRAND_CHECKS)[number];
  /** The lowest contrast over all backgrounds. */
  ratio: number;
  needed: number;
  passes: boolean;
}

/** Checks the contrasts of an accent; an invalid colour fails all of them. */
export function checkAccentContrast(accent: Hex, theme: BrandTheme): BrandCheckResult[] {
  if (!isHex(accent))
    return BRAND_CHECKS.map((check) => ({
      theme,
      check,
      ratio: 1,
      needed: getRequiredContrast(check),
      passes: false,
    }));
  const tokens = deriveAccentTokens(accent, theme);
  const backgrounds = BACKGROUND_COLORS[theme];
  const strong = tokens['accent-strong'];
  const minContrasts: Record<BrandCheckResult['check'], number> = {
    ON_ACCENT: Math.min(
      ...[tokens.accent, tokens['accent-hover']].map((background) =>
        computeContrast(tokens['on-accent'], background),
      ),
    ),
    ACCENT_TEXT: Math.min(
      ...backgrounds.flatMap((background) => [
        computeContrast(strong, background),
        computeContrast(strong, mixColors(accent, background, SOFT_OPACITY[theme])),
      ]),
    ),
    CONTROL: Math.min(...backgrounds.map((background) => computeContrast(accent, background))),
  };
  return BRAND_CHECKS.map((check) => ({
    theme,
    check,
    ratio: minContrasts[check],
    needed: getRequiredContrast(check),
    passes: minContrasts[check] >= getRequiredContrast(check),
  }));
}

const getRequiredContrast = (check: BrandCheckResult['check']): number =>
  check === 'CONTROL' ? CONTROL_CONTRAST : TEXT_CONTRAST;

/** Returns CSS rules with the accents and the logo; empty if they are the defaults. */
export function buildBrandStyles(
  { accent, mark }: { accent: Record<BrandTheme, Hex>; mark: Hex },
  defaults: { accent: Record<BrandTheme, Hex>; mark: Hex },
): string {
  return (['dark', 'light'] as const)
    .map((theme) => {
      const tokens = {
        ...(accent[theme] !== defaults.accent[theme] && deriveAccentTokens(accent[theme], theme)),
        ...(mark !== defaults.mark && { mark }),
      };
      const rules = Object.entries(tokens).map(([name, value]) => `--${name}:${value};`);
      // A page without a theme uses the dark one.
      const selector = theme === 'dark' ? ':root,[data-theme="dark"]' : '[data-theme="light"]';
      return rules.length > 0 ? `${selector}{${rules.join('')}}` : '';
    })
    .join('');
}
