/**
 * What can be wrong with a request before any data is looked up, by the status of its response, in the order in which it
 * is judged. An error response has an example named after each kind, so that a mock can response with the documented text.
 * Whether credentials are valid only a service can tell: the resolver never returns `invalid-credentials`.
 */
export const QUERY_ERROR_KINDS = {
  '400': [
    'several-selectors',
    'selector-value',
    'missing-selector',
    'unknown-parameter',
    'foreign-parameter',
    'repeated-parameter',
    'missing-parameter',
    'malformed-parameter',
  ],
  '401': ['missing-credentials', 'invalid-credentials'],
} as const;

export type QueryErrorKind = (typeof QUERY_ERROR_KINDS)[keyof typeof QUERY_ERROR_KINDS][number];
