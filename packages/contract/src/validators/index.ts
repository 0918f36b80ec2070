export { issueText, type ReplyIssue } from './issue.ts';
export { type BodyVerdict, envelopes, validate, validateHeaders } from './validate.ts';
