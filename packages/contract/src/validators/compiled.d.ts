import type { CompiledBodies, CompiledHeaders } from './body.ts';
import type { Shape } from './shape.ts';

// The types of dist/compiled.js, which generate/compile.ts makes from the document.

/** operationId → status → the documented forms of the body. */
export declare const bodies: CompiledBodies;

/** operationId → status → the declared headers. */
export declare const headers: CompiledHeaders;

/** What every schema of the document says of fields, by the schema's reference. */
export declare const shapes: Record<string, Shape>;
