const ENVELOPE = '[data-component-name="Segmented/Segmented"] [role=tab]';
/** Redoc keeps the items of an open menu outside the panel. */
const ITEM = '[role=menuitem]';
const MENU = '.panel-response-samples button[aria-haspopup=menu]';

const textOf = (node: Element | null): string => node?.textContent?.trim() ?? '';

/** Chooses the example when the reader chooses an envelope of the schema, and the other way round. */
export function linkEnvelopes(): void {
  document.addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (!isTrusted || !(target instanceof Element)) return;
      const envelope = target.closest(ENVELOPE);
      const item = target.closest(ITEM);
      if (envelope) chooseExample(sectionOf(envelope), textOf(envelope));
      else if (item) chooseEnvelope(sectionOf(document.querySelector(`${MENU}[aria-expanded=true]`)), textOf(item));
    },
    true,
  );
}

const sectionOf = (node: Element | null): Element | null => node?.closest('[data-section-id^="/"]') ?? null;

const named = (nodes: Iterable<HTMLElement>, name: string): HTMLElement | undefined =>
  [...nodes].find((node) => textOf(node) === name);

const chooseEnvelope = (section: Element | null, name: string): void =>
  named(section?.querySelectorAll<HTMLElement>(ENVELOPE) ?? [], name)?.click();

function chooseExample(section: Element | null, name: string): void {
  const menu = section?.querySelector<HTMLElement>(MENU);
  if (!menu || textOf(menu) === name) return;
  menu.click();
  // The menu appears within the next frames.
  const choose = (frames: number): void => {
    const item = named(document.querySelectorAll<HTMLElement>(ITEM), name);
    if (item) item.click();
    else if (frames > 0) requestAnimationFrame(() => choose(frames - 1));
  };
  choose(30);
}
