import shared from '../../vitest.shared.ts';

export default {
  test: { ...shared.test, typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] } },
};
