/** Marks the heading at which the reader is in the contents of the page. */
export function followScrolling(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const headings = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? []);
  if (headings.length === 0) return;
  const mark = (): void => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
    const current = passed.at(-1) ?? headings[0];
    for (const link of links) {
      const isCurrent = decodeURIComponent(link.hash.slice(1)) === current?.id;
      if (isCurrent) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', oncePerFrame(mark), { passive: true });
  mark();
}

/** Does something in the next frame, however often it is asked to before. */
export function oncePerFrame(action: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      action();
    });
  };
}

/** Scrolls a long menu to the line of the page that is shown; on a phone, whenever the menu opens. */
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
