import { button } from './elements.ts';

/** Adds a button to each block of code. An outline is not useful elsewhere. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll<HTMLElement>('pre.block:not([data-language="outline"], :has(.copy))')) {
    const read = async (): Promise<string> => block.querySelector('code')?.textContent ?? '';
    block.append(copyButton('Copy', `Copy: ${block.getAttribute('aria-label')}`, read));
  }
}

/** Adds a button beside the link to the Markdown of the page. If copying fails, readers can use the link. */
export function addCopyMarkdown(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-copy]');
  const read = async (): Promise<string> => {
    const response = await fetch(link?.href ?? '');
    if (!response.ok) throw new Error(`Status ${response.status}`);
    return response.text();
  };
  link?.before(copyButton('Copy as Markdown', 'Copy as Markdown', read), ' ');
}

function copyButton(text: string, label: string, read: () => Promise<string>): HTMLButtonElement {
  const copy = async (): Promise<void> => {
    // The item contains a promise, because some browsers write to the clipboard only while they handle the click.
    const blob = read().then((all) => new Blob([all], { type: 'text/plain' }));
    const done = await navigator.clipboard?.write([new ClipboardItem({ 'text/plain': blob })]).then(
      () => true,
      () => false,
    );
    show(done ? 'Copied' : 'Not copied', done ? 'Copied' : 'Not copied');
    setTimeout(() => show(text, label), 2000);
  };
  const made = button(text, () => void copy(), { class: 'copy', 'aria-label': label });
  const show = (shown: string, name: string): void => {
    made.textContent = shown;
    made.setAttribute('aria-label', name);
  };
  return made;
}
