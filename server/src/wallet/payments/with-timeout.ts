/** Resolves with the work's result, or with `otherwise` after `ms` milliseconds. The work continues in either case. */
export async function withTimeout<T, U>(ms: number, work: Promise<T>, fallback: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(fallback), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
