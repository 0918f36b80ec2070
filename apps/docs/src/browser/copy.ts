import { button } from './elements.ts';

/** Adds a copy button to each code block except outlines, which are not valid code. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll<HTMLElement>('pre.block:not([data-language="outline"], :has(.copy))')) {
    const label = `Copy: ${block.getAttribute('aria-label')}`;
    const copy = async (): Promise<void> => {
      const text = block.querySelector('code')?.textContent ?? '';
      const isCopied = await navigator.clipboard?.writeText(text).then(
        () => true,
        () => false,
      );
      show(isCopied ? 'Copied' : 'Not copied');
      setTimeout(() => show('Copy', label), 2000);
    };
    const made = button('Copy', () => void copy(), { class: 'copy', 'aria-label': label });
    const show = (text: string, name = text): void => {
      made.textContent = text;
      made.setAttribute('aria-label', name);
    };
    block.append(made);
  }
}
