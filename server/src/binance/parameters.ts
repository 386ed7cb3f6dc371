import { BinanceFailure, createInvalidFailure, createMalformedFailure } from './failures.ts';
import { parseSymbol, type SymbolMarket } from './symbols.ts';

/** Longer texts are no parameter of any call. */
const MAX_TEXT_LENGTH = 2_000;
const MAX_NAMES = 40;

/** Parameters of every signed call in addition to its own. */
const SIGNING = new Set(['timestamp', 'recvWindow', 'signature']);

/**
 * The parameters of a call, from its query and its form together: each once, and each must be read. A name that no
 * call reads is refused (-1104), so that a misspelt one never turns an order into another.
 */
export class Parameters {
  readonly #values = new Map<string, string>();
  readonly #readNames = new Set<string>(SIGNING);
  #allowed: Readonly<Record<string, unknown>> | null = null;

  constructor(...texts: readonly string[]) {
    for (const text of texts)
      for (const [name, value] of new URLSearchParams(text)) {
        if (this.#values.has(name))
          throw new BinanceFailure(-1101, 'Duplicate values for a parameter detected.');
        if (this.#values.size >= MAX_NAMES || value.length > MAX_TEXT_LENGTH)
          throw new BinanceFailure(-1101, 'Too many parameters sent for this endpoint.');
        this.#values.set(name, value);
      }
  }

  /** Restricts them to those of a call's contract: others can't be read. */
  restrictTo({ parameters }: { parameters: Readonly<Record<string, unknown>> }): this {
    this.#allowed = parameters;
    return this;
  }

  text(name: string): string | null {
    if (this.#allowed !== null && !Object.hasOwn(this.#allowed, name))
      throw new Error(`the contract of this call has no ${name}`);
    this.#readNames.add(name);
    const value = this.#values.get(name);
    return value === undefined || value === '' ? null : value;
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === null) throw createMalformedFailure(name);
    return value;
  }

  /** Reads one of the given words, case-sensitive. */
  enumValue<const W extends string>(name: string, values: readonly W[]): W | null {
    const value = this.text(name);
    if (value === null) return null;
    const matched = values.find((candidate) => candidate === value);
    if (matched === undefined) throw createInvalidFailure(name);
    return matched;
  }

  /** Reads plain decimal text, above zero. Increments are validated by our own rules. */
  decimal(name: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    if (!/^\d{1,30}(\.\d{1,30})?$/.test(value))
      throw new BinanceFailure(-1100, `Illegal characters found in parameter '${name}'.`);
    if (!/[1-9]/.test(value)) throw createInvalidFailure(name);
    return value;
  }

  integer(
    name: string,
    { least = 0, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
  ): number | null {
    const value = this.text(name);
    if (value === null) return null;
    if (!/^\d{1,16}$/.test(value))
      throw new BinanceFailure(-1100, `Illegal characters found in parameter '${name}'.`);
    const number = Number.parseInt(value, 10);
    if (number < least) throw createInvalidFailure(name);
    return Math.min(number, most);
  }

  flag(name: string): boolean | null {
    const value = this.enumValue(name, ['true', 'false', 'TRUE', 'FALSE']);
    return value === null ? null : value.toLowerCase() === 'true';
  }

  symbol(): SymbolMarket {
    return parseMarket(this.requiredText('symbol'));
  }

  /** Reads `symbol`, or `symbols` as a JSON list; null: neither, so all of them. */
  symbols(): { one: boolean; markets: readonly SymbolMarket[] } | null {
    const [single, several] = [this.text('symbol'), this.text('symbols')];
    if (single !== null && several !== null)
      throw new BinanceFailure(-1128, 'Combination of optional parameters invalid.');
    if (single !== null) return { one: true, markets: [parseMarket(single)] };
    if (several === null) return null;
    const names = parseNames(several);
    if (new Set(names).size < names.length)
      throw new BinanceFailure(-1151, 'Symbol is present multiple times in the list.');
    return { one: false, markets: names.map(parseMarket) };
  }

  /** Must be called once the call has read all its parameters. */
  assertAllRead(): void {
    const unread = [...this.#values.keys()].filter((name) => !this.#readNames.has(name));
    if (unread.length === 0) return;
    const sentCount = this.#values.size;
    throw new BinanceFailure(
      -1104,
      `Not all sent parameters were read; read '${sentCount - unread.length}' parameter(s) but was sent '${sentCount}'.`,
    );
  }
}

function parseMarket(name: string): SymbolMarket {
  const market = parseSymbol(name);
  if (!market) throw new BinanceFailure(-1121, 'Invalid symbol.');
  return market;
}

function parseNames(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((name) => typeof name === 'string')) return list;
  } catch {
    // Reported below.
  }
  throw new BinanceFailure(-1100, "Illegal characters found in parameter 'symbols'.");
}
