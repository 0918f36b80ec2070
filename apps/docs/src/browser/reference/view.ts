/** The section that the address names, if it is there. */
const currentSection = (): HTMLElement | null => {
  const path = decodeURIComponent(location.hash.slice(1));
  return path.length > 1 ? document.querySelector(`[data-section-id="${CSS.escape(path)}"]`) : null;
};

/** Gives each view its title and its heading. */
export function showView(): void {
  const heading = document.querySelector('#reference-title');
  const name = currentSection()?.querySelector('h2')?.textContent?.trim();
  const text = name ? `Reference: ${name}` : 'Reference';
  if (heading && heading.textContent !== text) heading.textContent = text;
  const site = document.querySelector('.home')?.textContent ?? '';
  const title = `${text} · ${site}`;
  if (document.title !== title) document.title = title;
}

/** The way past the menu. A link would change the address, which Redoc would read as another view. */
export function addSkip(): void {
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    const target = currentSection() ?? document.querySelector<HTMLElement>('main');
    target?.setAttribute('tabindex', '-1');
    target?.focus();
  });
}
