export { type Markup, markup, verbatim } from './markup.ts';
export { visible } from './visible.ts';
