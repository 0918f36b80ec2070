import { createRequire } from 'node:module';
import { runSpectral } from '../run-spectral.ts';
import type { Complaint } from '../tool.ts';

export const title = '@apisyouwonthate/style-guide';

// Its ES module cannot be imported: it assigns to `module`.
const require = createRequire(import.meta.url);

export const check = (file: string): Promise<Complaint[]> => runSpectral(file, require(title));
