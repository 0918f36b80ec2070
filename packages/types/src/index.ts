// Not `paths`: the addresses of the projection do not exist on the wire, where every operation is the same path.
export type { components, operations } from './types.gen.ts';
