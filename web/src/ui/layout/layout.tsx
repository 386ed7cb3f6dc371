import { createElement, type JSX } from 'react';
import { cx } from '../class-names.ts';
import css from './layout.module.css';

/** A space of tokens.css by its number; `line` between the two lines of a cell, `icon` between an icon and its text. */
type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 'line' | 'icon';
type Align = 'start' | 'center' | 'end' | 'baseline' | 'stretch';

/** Text style, in the terms of tokens.css. */
interface TextStyle {
  size?: '2xs' | 'xs' | 's' | 'sm' | 'm' | 'ml' | 'l' | 'lx' | 'xl' | '2xl' | undefined;
  tone?: 'full' | 'soft' | 'faint' | 'accent' | 'warn' | 'up' | 'down' | undefined;
  weight?: 400 | 500 | 600 | 700 | undefined;
  /** Tabular digits: for columns of numbers, and numbers that change in place. */
  number?: boolean | undefined;
  mono?: boolean | undefined;
}

interface StackProps extends TextStyle {
  gap?: Gap;
  /** Gap between the lines, if different. */
  rowGap?: Gap;
  /** Alignment across the direction of the children. */
  align?: Align;
  /** Allows shrinking below the longest word. */
  shrink?: boolean;
}

interface ClusterProps extends Omit<StackProps, 'align'> {
  /** `first`: aligns an icon with the first line of a text that may wrap. */
  align?: Align | 'first';
  justify?: 'start' | 'center' | 'end' | 'between';
  wrap?: boolean;
  inline?: boolean;
}

type Tag = keyof JSX.IntrinsicElements;
type Props<T extends Tag, Own> = Own & { as?: T | undefined } & Omit<
    JSX.IntrinsicElements[T],
    keyof Own | 'as'
  >;

/** Children below each other, full width. */
export const Stack = <T extends Tag = 'div'>({ align, ...props }: Props<T, StackProps>) =>
  renderElement('div', cx(css.stack, align && css[`across-${align}`]), props);

/** Children in a row, centred across it. */
export const Cluster = <T extends Tag = 'div'>({
  align,
  justify,
  wrap,
  inline,
  ...props
}: Props<T, ClusterProps>) =>
  renderElement(
    'div',
    cx(
      inline ? css.inline : css.cluster,
      align && css[`align-${align}`],
      justify && css[`justify-${justify}`],
      wrap && css.wrap,
    ),
    props,
  );

/** Two lines of a cell: the main text, and a secondary one in `small`. */
export const TwoLine = <T extends Tag = 'span'>({ align, ...props }: Props<T, StackProps>) =>
  renderElement('span', cx(css.stack, css.lines, align && css[`across-${align}`]), props);

/** Text in one of the sizes, tones and weights. */
export const Text = <T extends Tag = 'p'>(props: Props<T, TextStyle>) => renderElement('p', '', props);

type OrUndefined<P> = { [K in keyof P]?: P[K] | undefined };

interface LayoutProps extends OrUndefined<Omit<StackProps, 'align'>> {
  as?: Tag | undefined;
  className?: string | undefined;
}

/** Renders in a lower layer, so that a module's own class wins. */
function renderElement(tag: Tag, base: string, props: LayoutProps) {
  const { as = tag, gap, rowGap, shrink, size, tone, weight, number, mono, className, ...rest } = props;
  const classNames = cx(
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
  return createElement(as, { ...rest, ...(classNames && { className: classNames }) });
}
