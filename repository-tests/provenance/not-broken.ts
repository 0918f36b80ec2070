/** Why no body and no single request with its reply breaks an assumption; its `probe` may say so itself (`none: …`). */
export const unbrokenAssumptions: Record<string, string> = {
  ...because('it permits: without it less is valid, and a reply that makes no use of it breaks nothing', [
    'envelopes',
    'additional-fields',
    'vin-field',
    'type-years-open',
    'www-authenticate',
  ]),
  ...because('only who knows the data of the service can tell; the suite compares replies to several requests', [
    'check-digit',
    'partial-vin',
    'name-matching',
    'first-match',
    'not-found',
    'no-entries',
  ]),
  ...because('it is about requests that the proxy answers itself or cannot compare; the suite sends them', [
    'trailing-slash',
    'head',
    'options',
    'precedence',
  ]),
  ...because('it depends on the account: its plan, its allowance and what it has used', [
    'plan-restriction',
    'charging',
  ]),
  'api-version':
    'a value that is not a string breaks the clause envelope.api_version; the assumption permits every string',
  'credential-empty': 'an empty credential is missing or invalid: authentication.3 demands the same status for both',
  ordering: 'a schema cannot compare the elements of a list; the suite does',
};

/** Why no body breaks a clause that has a place in the schema of one. */
export const unbrokenClauses: Record<string, string> = {
  'vehicle.no-value': 'it permits the empty string; another value breaks the row of its field',
  ...because('the row says what the text means; that it is a text says fluid.strings', [
    'fluid.ItemMPText',
    'fluid.QualColTextStr',
    'fluid.ValueText',
    'fluid.ADQuantityTextStr',
    'fluid.AddTextStr',
  ]),
};

function because(reason: string, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}
