import { join } from 'node:path';
import type { Language } from './language.ts';

const home = join(import.meta.dirname, '../..');

export const php: Language = {
  name: 'php',
  program: 'php',
  check: ['-r', 'exit(PHP_VERSION_ID >= 80200 && extension_loaded("curl") ? 0 : 1);'],
  needs: 'PHP 8.2 or newer with curl',
  runner: join(home, 'test/php/run-cases.php'),
  client: join(home, 'php/src/VehicleLookup.gen.php'),
};

export const python: Language = {
  name: 'python',
  program: 'python3',
  check: ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))'],
  needs: 'Python 3.10 or newer',
  runner: join(home, 'test/python/run_cases.py'),
  client: join(home, 'python/src/vehicle_lookup/__init__.py'),
};
