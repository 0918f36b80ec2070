import type { Program, ProgramSettings } from '../../../src/command-line/index.ts';

export function createTool(settings?: ProgramSettings): Program;
