import { kept } from './kept.ts';

// Runs before the page is drawn. Redoc keeps its choice under this name, with these classes: one choice is for all pages.
export const THEME = 'redoc.colorMode';

const chosen = kept(THEME);
if (chosen === 'light' || chosen === 'dark') document.documentElement.classList.add(chosen);
