import { join } from 'node:path';
import type { Language } from '../cases/language.ts';

export const php: Language = {
  name: 'php',
  program: 'php',
  check: ['-r', 'exit(PHP_VERSION_ID >= 80200 && extension_loaded("curl") ? 0 : 1);'],
  needs: 'PHP 8.2 or newer with curl',
  runner: join(import.meta.dirname, 'run-cases.php'),
  client: join(import.meta.dirname, '../../php/src/VehicleLookup.gen.php'),
};
