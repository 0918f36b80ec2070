/** Marks the current heading in the table of contents while the reader scrolls. */
export function followScrolling(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const headings = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? []);
  if (headings.length === 0) return;
  const mark = (): void => {
    const isPassed = (heading: Element): boolean => heading.getBoundingClientRect().top < innerHeight * 0.3;
    const current = headings.findLast(isPassed) ?? headings[0];
    for (const link of links) {
      if (decodeURIComponent(link.hash.slice(1)) === current?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true });
  mark();
}

/** Scrolls a long menu to the current page. On a phone, the menu scrolls each time it opens. */
export function showPlaceInMenu(): void {
  const menu = document.querySelector<HTMLElement>('.side');
  const line = menu?.querySelector<HTMLElement>('[aria-current="page"]');
  if (!menu || !line) return;
  const show = (): void => {
    if (line.offsetTop > menu.clientHeight) menu.scrollTop = line.offsetTop - menu.clientHeight / 2;
  };
  show();
  menu.addEventListener('toggle', show);
}
