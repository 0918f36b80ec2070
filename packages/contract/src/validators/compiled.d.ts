import type { CompiledBodies, CompiledHeaders } from './body.ts';
import type { Shape } from './shape.ts';

// The types of dist/validators/compiled.js, which generate/validators/compile.ts generates from the document.

/** The documented envelopes of a body, by operation ID and status. */
export declare const bodies: CompiledBodies;

/** The declared headers, by operation ID and status. */
export declare const headers: CompiledHeaders;

/** The shape of every schema, by schema reference. */
export declare const shapes: Record<string, Shape>;
