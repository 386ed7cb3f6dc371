/** What comes first: the work's result, or `otherwise` after so many milliseconds. The work goes on all the same. */
export async function withTimeout<T, U>(ms: number, work: Promise<T>, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
