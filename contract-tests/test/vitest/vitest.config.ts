const config: { test: { include: string[] } } = { test: { include: ['*.fixture.ts'] } };
export default config;
