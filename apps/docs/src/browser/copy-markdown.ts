import { button } from './elements.ts';

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
  const done = await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).then(
    () => true,
    () => false,
  );
  copy.textContent = done ? 'Copied' : 'Not copied: open it';
  setTimeout(() => {
    copy.textContent = 'Copy as Markdown';
  }, 2000);
}
