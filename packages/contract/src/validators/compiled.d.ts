import type { CompiledBodies, CompiledHeaders } from './body.ts';
import type { Shape } from './shape.ts';

// The types of dist/compiled.js, which generate/compile.ts generates from the document.

/** operationId → status → the documented envelopes of the body. */
export declare const bodies: CompiledBodies;

/** operationId → status → the declared headers. */
export declare const headers: CompiledHeaders;

/** The statements of every schema about fields, by reference of the schema. */
export declare const shapes: Record<string, Shape>;
