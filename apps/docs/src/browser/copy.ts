import { button } from './elements.ts';

/** Adds a button to each block of code: it copies exactly what the block shows. An outline is of no use elsewhere. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll<HTMLElement>('pre.block:not([data-language="outline"])')) {
    if (block.querySelector('.copy')) continue;
    const label = block.getAttribute('aria-label') ?? '';
    const copy = button('Copy', () => void copyBlock(block, copy), { class: 'copy', 'aria-label': `Copy: ${label}` });
    block.append(copy);
  }
}

async function copyBlock(block: HTMLElement, copy: HTMLButtonElement): Promise<void> {
  const text = block.querySelector('code')?.textContent ?? '';
  const done = await succeeds(navigator.clipboard?.writeText(text));
  if (!done) getSelection()?.selectAllChildren(block);
  answer(copy, done ? 'Copied' : 'Selected: press Ctrl+C', 'Copy');
}

/** Puts a button beside the link to the Markdown of this page: it copies the Markdown. Where that fails, the link is still there. */
export function addCopyMarkdown(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-copy]');
  if (!link || !navigator.clipboard) return;
  const copy = button('Copy as Markdown', () => void copyFrom(link.href, copy));
  link.before(copy, ' ');
}

async function copyFrom(address: string, copy: HTMLButtonElement): Promise<void> {
  // A promise inside the item: some browsers write to the clipboard only while they handle the click.
  const text = fetch(address).then(async (response) => new Blob([await response.text()], { type: 'text/plain' }));
  const done = await succeeds(navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]));
  answer(copy, done ? 'Copied' : 'Not copied: open it', 'Copy as Markdown');
}

/** Whether a text was written to the clipboard; a browser may have none. */
const succeeds = async (written: Promise<void> | undefined): Promise<boolean> =>
  (await written?.then(
    () => true,
    () => false,
  )) ?? false;

/** Shows on a button what it did, for a moment; then its label again. */
function answer(copy: HTMLButtonElement, text: string, label: string): void {
  copy.textContent = text;
  setTimeout(() => {
    copy.textContent = label;
  }, 2000);
}
