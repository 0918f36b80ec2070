import { withOwnModules } from '../vitest.shared.ts';

// It replaces cases and probes.
export default withOwnModules('test/judge/suite-fault.test.ts');
