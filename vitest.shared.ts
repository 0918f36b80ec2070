/** Settings of all tests. Time-outs only find what hangs, even on a busy machine; benches measure speed. */
export default {
  test: {
    reporters: ['default', ['junit', { outputFile: 'reports/junit.xml' }]],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A poll has no time limit of its own: the test's time-out ends it.
    expect: { poll: { timeout: 500_000, interval: 20 } },
  },
};
