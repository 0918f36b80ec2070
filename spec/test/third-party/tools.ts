import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from '@vehicle-lookup/testing';
import { generateCode } from './generate-code.ts';
import { runSpectral } from './run-spectral.ts';
import { complaintOf, load, type Tool } from './tool.ts';

const require = createRequire(import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The tools by name, in the order of the table in spec/README.md. `check` loads the tool package, which is installed on first use. */
export const tools: Readonly<Record<string, Tool>> = {
  'hey-api': {
    title: '@hey-api/openapi-ts',
    check: (file, directory) =>
      generateCode(
        '@hey-api/openapi-ts/bin/run.js',
        ['--input', file, '--output', directory, '--client', '@hey-api/client-fetch', '--no-log-file'],
        directory,
      ),
  },

  'openapi-examples-validator': {
    title: 'openapi-examples-validator',
    async check(file) {
      const { validateExamples } = (await load<ExamplesValidator>('openapi-examples-validator')).default;
      try {
        const { errors } = await validateExamples(read(file));
        return errors.map(({ message, examplePath = '' }) => ({ text: message, detail: examplePath }));
      } catch (error) {
        return [complaintOf(error)];
      }
    },
  },

  'openapi-typescript': {
    title: 'openapi-typescript',
    check: (file, directory) =>
      generateCode('openapi-typescript/bin/cli.js', [file, '--output', join(directory, 'types.ts')], directory),
  },

  orval: {
    title: 'orval',
    check: (file, directory) =>
      generateCode(
        'orval/dist/bin/orval.mjs',
        ['--input', file, '--output', join(directory, 'client.ts'), '--client', 'fetch', '--fail-on-warnings'],
        directory,
      ),
  },

  owasp: {
    title: '@stoplight/spectral-owasp-ruleset',
    async check(file) {
      const { default: ruleset } = await load<{ default: object }>('@stoplight/spectral-owasp-ruleset');
      return runSpectral(file, ruleset);
    },
  },

  'readme-openapi-parser': {
    title: '@readme/openapi-parser',
    async check(file) {
      const { validate } = await load<ReadmeParser>('@readme/openapi-parser');
      const { errors = [], warnings } = await validate(read(file));
      return [...errors, ...warnings].map(({ message }) => ({ text: message, detail: '' }));
    },
  },

  redocly: {
    title: '@redocly/cli (`recommended-strict`)',
    async check(file, directory) {
      const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
      const env = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
      const config = join(directory, 'redocly.yaml');
      writeFileSync(config, 'extends: [recommended-strict]\n');
      const { out, err } = await run(redocly, ['lint', file, '--config', config, '--format', 'json'], { env });
      if (!out.startsWith('{')) return [{ text: err.trim(), detail: '' }];
      const { problems } = JSON.parse(out) as RedoclyReport;
      return problems.map(({ ruleId, message, location }) => ({
        text: ruleId,
        detail: `${location.map(({ pointer = '' }) => pointer).join(', ')}: ${message}`,
      }));
    },
  },

  'scalar-openapi-parser': {
    title: '@scalar/openapi-parser',
    async check(file) {
      const { validate } = await load<ScalarParser>('@scalar/openapi-parser');
      const { errors = [] } = await validate(read(file));
      return errors.map(({ message, path = '' }) => ({ text: message, detail: String(path) }));
    },
  },

  spectral: {
    title: '@stoplight/spectral-rulesets (`oas`)',
    async check(file) {
      const { oas } = (await load<{ default: { oas: object } }>('@stoplight/spectral-rulesets')).default;
      return runSpectral(file, oas);
    },
  },

  'style-guide': {
    title: '@apisyouwonthate/style-guide',
    // The ES module of this package cannot be imported, because it assigns to `module`.
    check: async (file) => runSpectral(file, require('@apisyouwonthate/style-guide')),
  },

  'swagger-parser': {
    title: '@apidevtools/swagger-parser',
    async check(file) {
      const { default: parser } = await load<SwaggerParser>('@apidevtools/swagger-parser');
      const rejected = await parser.validate(read(file)).then(() => undefined, complaintOf);
      return rejected ? [rejected] : [];
    },
  },
};

interface ExamplesValidator {
  default: { validateExamples(document: unknown): Promise<{ errors: { message: string; examplePath?: string }[] }> };
}

interface ReadmeParser {
  validate(document: unknown): Promise<{ errors?: { message: string }[]; warnings: { message: string }[] }>;
}

interface RedoclyReport {
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

interface ScalarParser {
  validate(document: unknown): Promise<{ errors?: { message: string; path?: unknown }[] }>;
}

interface SwaggerParser {
  default: { validate(document: unknown): Promise<unknown> };
}
