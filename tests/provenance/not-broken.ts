/** Why no body and no single request with its response breaks an assumption; its `probe` may say so itself (`none: …`). */
export const unbrokenAssumptions: Record<string, string> = {
  ...because('it permits: without it less is valid, and a response that makes no use of it breaks nothing', [
    'additional-fields',
    'simplified-vehicle',
    'type-years-open',
    'www-authenticate',
  ]),
  ...because('only who knows the data of the service can tell; the suite compares responses to several requests', [
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
};

/** Why no body breaks a clause that has a place in the schema of one. */
export const unbrokenClauses: Record<string, string> = {
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
