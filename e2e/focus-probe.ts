/**
 * Runs in the page and reports the focused element: its name, and whether it has a visible focus style, is in sight
 * and in reading order.
 */
export interface FocusStop {
  name: string;
  /** It looks different from the unfocused state. */
  marked: boolean;
  inView: boolean;
  /** The previous stop, if this one comes before it in reading order. */
  backwards: string | null;
}

declare global {
  interface Window {
    focusProbe: {
      /** Records the look of everything without focus. */
      begin(): void;
      /** Null: the tab order has ended or started again. */
      look(): FocusStop | null;
      unreached(): string[];
    };
  }
}

/** Its source is sent to the page, so that it uses nothing from outside. */
function createFocusProbe(): void {
  const reachableSelector =
    'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=""], [contenteditable=true]';
  const looks = new WeakMap<Element, string>();
  const reached = new Set<Element>();
  let before: { element: Element; name: string } | null = null;

  const readStyle = (element: Element): string => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, transform } =
      getComputedStyle(element);
    const outline = outlineStyle === 'none' ? '' : outlineStyle + outlineWidth + outlineColor;
    return [outline, boxShadow, borderColor, backgroundColor, transform].join('|');
  };
  /** The element, three ancestors, and its sibling: a box drawn for a hidden input. */
  const listAround = (element: Element): Element[] => {
    const elements = [element, ...(element.parentElement?.children ?? [])];
    for (let at = element.parentElement, i = 0; at && i < 3; at = at.parentElement, i += 1) elements.push(at);
    return elements;
  };
  const accessibleName = (element: Element): string => {
    const label =
      element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
    const text = label ?? element.textContent ?? '';
    return `${element.tagName.toLowerCase()} ${text.replace(/\s+/g, ' ').trim().slice(0, 60)}`.trim();
  };
  /** A field of one pixel is represented by its label. */
  const visibleElement = (element: Element): Element => {
    const { width, height } = element.getBoundingClientRect();
    return width > 4 && height > 4 ? element : (element.closest('label') ?? element.parentElement ?? element);
  };

  const isReachable = (element: Element): boolean => {
    if (!(element instanceof HTMLElement) || element.tabIndex < 0 || element.closest('[inert]')) return false;
    if ((element as HTMLButtonElement).disabled || element.matches('fieldset:disabled *')) return false;
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-hidden=true]'))
      return false;
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      // One stop for a whole group.
      const group = [
        ...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${element.name}"]`),
      ];
      const chosen = group.find(({ checked }) => checked) ?? group[0];
      return chosen === element;
    }
    if (element instanceof HTMLInputElement && element.type === 'hidden') return false;
    return !element.closest('details:not([open]) > :not(summary)');
  };

  const isInView = (element: Element): boolean => {
    const { left, right, top, bottom, width, height } = visibleElement(element).getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].flatMap((x) =>
      [0.5, 0.15, 0.85].map((y) => [left + x * width, top + y * height]),
    );
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return false;
    return points.some(([x = 0, y = 0]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (visibleElement(element).contains(hit) || hit.contains(element));
    });
  };

  /** Sticky and scrolling elements have positions of their own. */
  const isFloating = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { position, overflowX } = getComputedStyle(at);
      if (
        position === 'fixed' ||
        position === 'sticky' ||
        (/auto|scroll/.test(overflowX) && at !== document.body)
      )
        return true;
    }
    return false;
  };
  const isBefore = (next: Element, last: Element): boolean => {
    if (isFloating(next) || isFloating(last)) return false;
    const [a, b] = [
      visibleElement(last).getBoundingClientRect(),
      visibleElement(next).getBoundingClientRect(),
    ];
    const forward = document.dir === 'rtl' ? b.right < a.right - 4 : b.left > a.left + 4;
    const below = b.top + b.height / 2 > a.bottom - 4 || b.bottom > a.bottom + 4;
    const inside = b.left >= a.left - 4 && b.right <= a.right + 4 && b.top >= a.top - 4;
    return !forward && !below && !inside;
  };

  window.focusProbe = {
    begin() {
      // Disables transitions, so that looks are compared at rest.
      const still = new CSSStyleSheet();
      still.replaceSync(
        '* { transition: none !important; animation: none !important; scroll-behavior: auto !important }',
      );
      document.adoptedStyleSheets = [still];
      reached.clear();
      before = null;
      for (const element of document.querySelectorAll(reachableSelector))
        for (const part of listAround(element)) if (!looks.has(part)) looks.set(part, readStyle(part));
    },
    look() {
      const element = document.activeElement;
      if (!element || element === document.body || reached.has(element)) return null;
      reached.add(element);
      const last = before;
      const name = accessibleName(element);
      before = { element, name };
      const marked = listAround(element).some((part) => {
        const previousStyle = looks.get(part);
        return previousStyle === undefined
          ? getComputedStyle(part).outlineStyle !== 'none'
          : previousStyle !== readStyle(part);
      });
      const backwards = last && isBefore(element, last.element) ? last.name : null;
      return { name, marked, inView: isInView(element), backwards };
    },
    unreached() {
      // A button may have been replaced by an equal one since: a menu whose code was loaded.
      const names = new Set([...reached].map(accessibleName));
      return [...document.querySelectorAll(reachableSelector)]
        .filter((element) => isReachable(element) && !reached.has(element))
        .map(accessibleName)
        .filter((name) => !names.has(name));
    },
  };
}

/** For `addInitScript`, which supports no modules. */
export const FOCUS_PROBE = `(${createFocusProbe.toString()})()`;
