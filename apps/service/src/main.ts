import { createProgram } from './program.ts';

const program = await createProgram();
await program.main();
