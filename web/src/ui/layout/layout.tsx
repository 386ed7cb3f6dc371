import { createElement, type JSX } from 'react';
import { cx } from '../class-names.ts';
import css from './layout.module.css';

/** A space of tokens.css by its number, `line` between the two lines of a cell, `icon` between an icon and its word. */
type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 'line' | 'icon';
type Align = 'start' | 'center' | 'end' | 'baseline' | 'stretch';

/** How the text inside looks, in the terms of tokens.css. */
interface Look {
  size?: '2xs' | 'xs' | 's' | 'sm' | 'm' | 'ml' | 'l' | 'lx' | 'xl' | '2xl' | undefined;
  tone?: 'full' | 'soft' | 'faint' | 'accent' | 'warn' | 'up' | 'down' | undefined;
  weight?: 400 | 500 | 600 | 700 | undefined;
  /** Digits of one width: for columns of figures, and rows of them that change in place. */
  number?: boolean | undefined;
  mono?: boolean | undefined;
}

interface Box extends Look {
  gap?: Gap;
  /** Between the lines, where it differs. */
  rowGap?: Gap;
  /** Across the direction in which the children follow each other. */
  align?: Align;
  /** May become narrower than its longest word. */
  shrink?: boolean;
}

interface Row extends Omit<Box, 'align'> {
  /** `first`: an icon stands at the first line of words that may take several. */
  align?: Align | 'first';
  justify?: 'start' | 'center' | 'end' | 'between';
  wrap?: boolean;
  inline?: boolean;
}

type Tag = keyof JSX.IntrinsicElements;
type Props<T extends Tag, Own> = Own & { as?: T } & Omit<JSX.IntrinsicElements[T], keyof Own | 'as'>;

/** Children below each other, as wide as the place. */
export const Stack = <T extends Tag = 'div'>({ align, ...props }: Props<T, Box>) =>
  draw('div', cx(css.stack, align && css[`across-${align}`]), props);

/** Children in a row, centred across it. */
export const Cluster = <T extends Tag = 'div'>({ align, justify, wrap, inline, ...props }: Props<T, Row>) =>
  draw(
    'div',
    cx(
      inline ? css.inline : css.cluster,
      align && css[`align-${align}`],
      justify && css[`justify-${justify}`],
      wrap && css.wrap,
    ),
    props,
  );

/** Two lines of a cell: what it is, and in `small` what else there is to say of it. */
export const TwoLine = <T extends Tag = 'span'>({ align, ...props }: Props<T, Box>) =>
  draw('span', cx(css.stack, css.lines, align && css[`across-${align}`]), props);

/** Text of one of the sizes, tones and weights. */
export const Text = <T extends Tag = 'p'>(props: Props<T, Look>) => draw('p', '', props);

interface Drawn extends Omit<Box, 'align'> {
  as?: Tag;
  className?: string | undefined;
}

/** What a module's own class says wins: all these are in a layer below it. */
function draw(tag: Tag, base: string, props: Drawn) {
  const { as = tag, gap, rowGap, shrink, size, tone, weight, number, mono, className, ...rest } = props;
  const names = cx(
    base,
    gap !== undefined && css[`gap-${gap}`],
    rowGap !== undefined && css[`row-gap-${rowGap}`],
    shrink && css.shrink,
    size && css[`size-${size}`],
    tone && css[`tone-${tone}`],
    weight && css[`weight-${weight}`],
    number && css.number,
    mono && css.mono,
    className,
  );
  return createElement(as, { ...rest, ...(names && { className: names }) });
}
