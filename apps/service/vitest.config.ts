import { withOwnModules } from '../../vitest.shared.ts';

// The first replaces node:crypto; the second adds options to a program that another file has added to its own.
export default withOwnModules('test/limits/sqlite-admission.test.ts', 'test/commands/serve-options.test.ts');
