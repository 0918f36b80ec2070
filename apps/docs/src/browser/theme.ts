import { button, keep, kept } from './elements.ts';

/** Key under which Redoc stores the theme. The site uses the same key and classes, so that one choice applies to all pages. */
const THEME = 'redoc.colorMode';
const { classList } = document.documentElement;

/** Applies the stored theme before the browser renders the page. */
export function showTheme(): void {
  const chosen = kept(THEME);
  if (chosen === 'light' || chosen === 'dark') classList.add(chosen);
}

/** Adds the button that switches all pages between the light and the dark theme. */
export function addThemeChoice(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => classList.contains('dark') || (!classList.contains('light') && system.matches);
  const choice = button('', () => {
    const next = isDark() ? 'light' : 'dark';
    classList.remove('light', 'dark');
    classList.add(next);
    keep(THEME, next);
    label();
  });
  const label = (): void => {
    choice.textContent = isDark() ? 'Light' : 'Dark';
    choice.setAttribute('aria-label', isDark() ? 'Light colours' : 'Dark colours');
  };
  label();
  system.addEventListener('change', label);
  document.querySelector('.tools')?.append(choice);
}
