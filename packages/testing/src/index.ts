// For tests: what they start or create is gone at their end.

export * from './scripts.ts';
