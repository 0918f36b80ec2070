/** What every package's tests have in common. Time-outs catch what hangs; how fast something is, the benches say. */
export default {
  test: {
    reporters: ['default', ['junit', { outputFile: 'reports/junit.xml' }]],
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
};
