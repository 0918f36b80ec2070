/** What a reader chose on another page; undefined where nothing is kept, or the browser keeps nothing. */
export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice for the other pages. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing shows the first choice on each page.
  }
}
