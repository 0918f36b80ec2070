import shared from '../vitest.shared.ts';

// Its tests wait for programs that they start, and it is the last task: two files at a time use what the others have left.
export default { test: { ...shared.test, maxWorkers: 2 } };
