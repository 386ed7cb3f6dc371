import { BinanceFailure, invalid, malformed } from './failures.ts';
import { parseSymbol, type SymbolMarket } from './symbols.ts';

/** Longer texts are no parameter of any call. */
const LONGEST = 2_000;
const MAX_NAMES = 40;

/** Parameters of every signed call in addition to its own. */
const SIGNING = new Set(['timestamp', 'recvWindow', 'signature']);

/**
 * The parameters of a call, from its query and its form together: each once, and each must be read. A name that no
 * call reads is refused (-1104), so that a misspelt one never turns an order into another.
 */
export class Parameters {
  readonly #values = new Map<string, string>();
  readonly #read = new Set<string>(SIGNING);
  #known: Readonly<Record<string, unknown>> | null = null;

  constructor(...texts: readonly string[]) {
    for (const text of texts)
      for (const [name, value] of new URLSearchParams(text)) {
        if (this.#values.has(name))
          throw new BinanceFailure(-1101, 'Duplicate values for a parameter detected.');
        if (this.#values.size >= MAX_NAMES || value.length > LONGEST)
          throw new BinanceFailure(-1101, 'Too many parameters sent for this endpoint.');
        this.#values.set(name, value);
      }
  }

  /** Restricts them to those of a call's contract: others can't be read. */
  of({ parameters }: { parameters: Readonly<Record<string, unknown>> }): this {
    this.#known = parameters;
    return this;
  }

  text(name: string): string | null {
    if (this.#known !== null && !Object.hasOwn(this.#known, name))
      throw new Error(`the contract of this call has no ${name}`);
    this.#read.add(name);
    const value = this.#values.get(name);
    return value === undefined || value === '' ? null : value;
  }

  needed(name: string): string {
    const value = this.text(name);
    if (value === null) throw malformed(name);
    return value;
  }

  /** Reads one of the given words, case-sensitive. */
  word<const W extends string>(name: string, words: readonly W[]): W | null {
    const value = this.text(name);
    if (value === null) return null;
    const found = words.find((word) => word === value);
    if (found === undefined) throw invalid(name);
    return found;
  }

  /** Reads plain decimal text, above zero. Increments are validated by our own rules. */
  decimal(name: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    if (!/^\d{1,30}(\.\d{1,30})?$/.test(value))
      throw new BinanceFailure(-1100, `Illegal characters found in parameter '${name}'.`);
    if (!/[1-9]/.test(value)) throw invalid(name);
    return value;
  }

  whole(
    name: string,
    { least = 0, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
  ): number | null {
    const value = this.text(name);
    if (value === null) return null;
    if (!/^\d{1,16}$/.test(value))
      throw new BinanceFailure(-1100, `Illegal characters found in parameter '${name}'.`);
    const number = Number.parseInt(value, 10);
    if (number < least) throw invalid(name);
    return Math.min(number, most);
  }

  flag(name: string): boolean | null {
    const value = this.word(name, ['true', 'false', 'TRUE', 'FALSE']);
    return value === null ? null : value.toLowerCase() === 'true';
  }

  symbol(): SymbolMarket {
    return marketOf(this.needed('symbol'));
  }

  /** Reads `symbol`, or `symbols` as a JSON list; null: neither, so all of them. */
  symbols(): { one: boolean; markets: readonly SymbolMarket[] } | null {
    const [one, many] = [this.text('symbol'), this.text('symbols')];
    if (one !== null && many !== null)
      throw new BinanceFailure(-1128, 'Combination of optional parameters invalid.');
    if (one !== null) return { one: true, markets: [marketOf(one)] };
    if (many === null) return null;
    const names = listOf(many);
    if (new Set(names).size < names.length)
      throw new BinanceFailure(-1151, 'Symbol is present multiple times in the list.');
    return { one: false, markets: names.map(marketOf) };
  }

  /** Must be called once the call has read all its parameters. */
  end(): void {
    const unread = [...this.#values.keys()].filter((name) => !this.#read.has(name));
    if (unread.length === 0) return;
    const sent = this.#values.size;
    throw new BinanceFailure(
      -1104,
      `Not all sent parameters were read; read '${sent - unread.length}' parameter(s) but was sent '${sent}'.`,
    );
  }
}

function marketOf(name: string): SymbolMarket {
  const market = parseSymbol(name);
  if (!market) throw new BinanceFailure(-1121, 'Invalid symbol.');
  return market;
}

function listOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((name) => typeof name === 'string')) return list;
  } catch {
    // Reported below.
  }
  throw new BinanceFailure(-1100, "Illegal characters found in parameter 'symbols'.");
}
