export { issueText, type ReplyIssue } from './issue.ts';
export { type BodyVerdict, envelopes, validate } from './validate.ts';
export { validateHeaders } from './validate-headers.ts';
