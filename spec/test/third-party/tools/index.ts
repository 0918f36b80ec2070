import type { Tool } from '../tool.ts';

/** By name. A tool is loaded by the run alone: its package is installed on first use. */
export const tools: Readonly<Record<string, () => Promise<Tool>>> = {
  'hey-api': () => import('./hey-api.ts'),
  'openapi-examples-validator': () => import('./openapi-examples-validator.ts'),
  'openapi-typescript': () => import('./openapi-typescript.ts'),
  orval: () => import('./orval.ts'),
  owasp: () => import('./owasp.ts'),
  'readme-openapi-parser': () => import('./readme-openapi-parser.ts'),
  redocly: () => import('./redocly.ts'),
  'scalar-openapi-parser': () => import('./scalar-openapi-parser.ts'),
  spectral: () => import('./spectral.ts'),
  'style-guide': () => import('./style-guide.ts'),
  'swagger-parser': () => import('./swagger-parser.ts'),
};
