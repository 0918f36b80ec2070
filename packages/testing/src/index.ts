// For tests: what they start or create is gone at their end.
import './vitest.ts';

export * from './scripts.ts';
