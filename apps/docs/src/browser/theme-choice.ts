import { button } from './elements.ts';
import { keep } from './kept.ts';
import { THEME } from './theme.ts';

/** Adds the button that changes between light and dark, for all pages. */
export function addThemeChoice(): void {
  const { classList } = document.documentElement;
  const isDark = () =>
    classList.contains('dark') || (!classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches);
  const change = (): void => {
    const [next, before] = isDark() ? ['light', 'dark'] : ['dark', 'light'];
    classList.remove(before ?? '');
    classList.add(next ?? '');
    keep(THEME, next ?? '');
    label();
  };
  const choice = button('', change, { class: 'theme' });
  const label = (): void => {
    choice.textContent = isDark() ? 'Light' : 'Dark';
    choice.setAttribute('aria-label', isDark() ? 'Light colours' : 'Dark colours');
  };
  label();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', label);
  document.querySelector('.tools')?.append(choice);
}
