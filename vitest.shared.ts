/** What every package's tests have in common. Time-outs catch what hangs; how fast something is, the benches say. */
export default {
  test: {
    reporters: ['default', ['junit', { outputFile: 'reports/junit.xml' }]],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // A poll has no time limit of its own: the test's time-out ends it.
    expect: { poll: { timeout: 240_000, interval: 20 } },
  },
};
