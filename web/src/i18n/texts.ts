/** The shape of a dictionary with its words left open: what every language must fill. */
export type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
