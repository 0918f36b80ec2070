/**
 * What a request lets a run observe:
 * - `cell`: a declared reply of an operation
 * - `kind`: a kind of wrong request, in any operation
 * - `way`: this kind in this operation, which may alone have forgotten to look at it
 * - `rare`: a kind of wrong request that services seldom overlook
 * - `form`: one of several requests of a kind, in any operation
 * - `assumption`: an assumption of the document
 */
export interface Goal {
  type: 'cell' | 'kind' | 'rare' | 'way' | 'form' | 'assumption';
  name: string;
}
