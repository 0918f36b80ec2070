import shared from '../../vitest.shared.ts';

export default {
  test: { ...shared.test, include: [], typecheck: { enabled: true, only: true, include: ['test/**/*.test-d.ts'] } },
};
