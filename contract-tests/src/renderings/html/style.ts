import { type Markup, markup } from '@vehicle-lookup/markup';

/** The look of states and of the matrix, beside that of every page of findings. */
export const style: Markup = markup`
.pass { color: var(--right); background: var(--right-ground); }
.fail, .error { color: var(--wrong); background: var(--wrong-ground); }
.not-observed { color: var(--open); background: var(--open-ground); }
.not-applicable { color: var(--none); }
.matrix td { text-align: center; white-space: nowrap; }
.matrix thead th { text-align: center; }
.matrix tbody th { position: sticky; left: 0; }
.matrix td.required { box-shadow: inset 0 0 0 2px currentColor; }
.matrix td a { color: inherit; }
.name { font-size: .8rem; }
#wrong-only:checked ~ .wide tr[data-state="pass"] { display: none; }
@media (max-width: 40rem) { .matrix { font-size: .8rem; } }
@media print { #wrong-only, #wrong-only + label { display: none; } }
`;
