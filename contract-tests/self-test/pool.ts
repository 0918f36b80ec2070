/** Runs a task for every element, a few at once; the results in the order of the elements. */
export async function inPool<T, R>(elements: readonly T[], task: (element: T) => Promise<R>, size = 4): Promise<R[]> {
  const results: R[] = [];
  const waiting = elements.entries();
  const worker = async (): Promise<void> => {
    for (const [index, element] of waiting) results[index] = await task(element);
  };
  await Promise.all(Array.from({ length: size }, worker));
  return results;
}
