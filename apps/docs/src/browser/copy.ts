import { button } from './elements.ts';

/** Adds a button to each block of code: it copies exactly what the block shows. An outline is of no use elsewhere. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll<HTMLElement>('pre.block:not([data-language="outline"])')) {
    if (block.querySelector('.copy')) continue;
    const label = block.getAttribute('aria-label') ?? '';
    const copy = button('Copy', () => void copyText(block, copy), { class: 'copy', 'aria-label': `Copy: ${label}` });
    block.append(copy);
  }
}

async function copyText(block: HTMLElement, copy: HTMLButtonElement): Promise<void> {
  const text = block.querySelector('code')?.textContent ?? '';
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (!done) getSelection()?.selectAllChildren(block);
  copy.textContent = done ? 'Copied' : 'Selected: press Ctrl+C';
}
