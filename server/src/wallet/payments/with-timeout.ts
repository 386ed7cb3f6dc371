/** Resolves with the work's result, or with `otherwise` after `ms` milliseconds. The work continues in either case. */
export async function withTimeout<T, U>(ms: number, work: Promise<T>, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
