import type { Program, ProgramSettings } from '@vehicle-lookup/command-line';

export function createTool(settings?: ProgramSettings): Program;
