export { type Label, labelsOf, readableName } from '../labels.ts';
export { ASSUMPTION_TEXTS, type Assumption, readAssumptions, STRENGTHS, type Strength } from './assumptions.ts';
export { type BodyForm, bodyForms } from './body-forms.ts';
export { type Deprecation, deprecationOf, isDay } from './deprecation.ts';
export { type ExampleBody, exampleBodies, exampleQuery } from './examples.ts';
export { inline, inlined, type Place, type Resolve, referenceChain } from './inline.ts';
export { isRecord, isReference, items, member, members } from './node.ts';
export * from './openapi.ts';
export { errorForm, operationTable, requestTable } from './operation-table.ts';
export { possibleKinds } from './possible-kinds.ts';
export { onePathPerOperation, trueAddress, trueAddresses } from './projections.ts';
export {
  type DocumentedExample,
  type DocumentedMedia,
  type DocumentedOperation,
  type DocumentedParameter,
  type DocumentedResponse,
  jsonOf,
  readOperations,
  readWireOperation,
  type WireOperation,
} from './read-operations.ts';
export {
  dereference,
  follow,
  type Located,
  type ResolvedSchema,
  referenceTo,
  resolveSchema,
  target,
} from './reference.ts';
export { type Visited, walk } from './walk.ts';
