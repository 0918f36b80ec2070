export { type Issue, issueText } from './issue.ts';
export { envelopes, type Verdict, validate } from './validate.ts';
