export { issueMessage, type ResponseIssue } from './issue.ts';
export { type BodyVerdict, envelopes, validate, validateHeaders } from './validate.ts';
