export { type Issue, issueText } from './issue.ts';
export { envelopes, type Verdict, validate } from './validate.ts';
export { validateHeaders } from './validate-headers.ts';
