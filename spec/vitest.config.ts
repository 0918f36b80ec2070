import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['plugin/**/*.test.ts'], reporters: ['default', ['junit', { outputFile: 'reports/junit.xml' }]] },
});
