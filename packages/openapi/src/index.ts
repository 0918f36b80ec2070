export {
  ASSUMPTION_TEXTS,
  type Assumption,
  readAssumptions,
  type Strength,
} from './extensions/assumptions.ts';
export { type Deprecation, deprecationOf, isDay } from './extensions/deprecation.ts';
export { type FieldLabel, labelsOf, readableName } from './extensions/labels.ts';
export { type BodyForm, bodyForms } from './openapi/body-forms.ts';
export { withForbiddenFields } from './openapi/forbidden-fields.ts';
export { inline, inlined, type Place, type Resolve, referenceChain } from './openapi/inline.ts';
export { isRecord, isReference, items, member, members } from './openapi/node.ts';
export * from './openapi/openapi.ts';
export { at, child, keysOf, pattern } from './openapi/pointer.ts';
export * from './openapi/reference.ts';
export { type Visited, walk } from './openapi/walk.ts';
export { clientDocument } from './operations/client-document.ts';
export { type OperationDescription, operationDescription } from './operations/description.ts';
export { type ExampleBody, exampleBodies, exampleQuery } from './operations/examples.ts';
export { type InvalidRequest, invalidRequests, showInvalidRequests } from './operations/invalid-requests.ts';
export { errorForm, operationTable, requestTable } from './operations/operation-table.ts';
export { possibleKinds } from './operations/possible-kinds.ts';
export { onePathPerOperation, wireUrl, wireUrls } from './operations/projections.ts';
export * from './operations/read-operations.ts';
export { type RecordFields, recordFields } from './operations/record-fields.ts';
export { toolDocument } from './operations/tool-document.ts';
