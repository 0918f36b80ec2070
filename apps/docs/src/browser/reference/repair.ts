/** Names, roles and levels that assistive technology needs and Redoc does not give. Each repair may run any number of times. */
export function repair(): void {
  set('.menu-content', { role: 'navigation', 'aria-label': 'Reference' });
  set('[data-section-id] h4[data-component-name="Typography/H4"]', { role: 'heading', 'aria-level': '3' });
  set('[data-section-id] h5', { role: 'heading', 'aria-level': '4' });
  // An open menu stands outside of everything else.
  set('body > div:not(#redoc):has([role=menu]):not(:has(main))', { role: 'region', 'aria-label': 'Choices' });
  for (const menu of document.querySelectorAll('button[aria-label="Example"]')) {
    const label = `Example ${menu.textContent?.trim()}`;
    if (menu.getAttribute('data-label') !== label) {
      menu.setAttribute('data-label', label);
      menu.removeAttribute('aria-label');
    }
  }
}

function set(selector: string, attributes: Record<string, string>): void {
  for (const node of document.querySelectorAll(selector)) {
    for (const [name, value] of Object.entries(attributes))
      if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}
