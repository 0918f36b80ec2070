export { type Markup, markup, verbatim, visible } from './markup.ts';
