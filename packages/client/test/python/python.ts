import { join } from 'node:path';
import type { Language } from '../cases/language.ts';

export const python: Language = {
  name: 'python',
  program: 'python3',
  check: ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))'],
  needs: 'Python 3.10 or newer',
  runner: join(import.meta.dirname, 'run_cases.py'),
  client: join(import.meta.dirname, '../../python/src/vehicle_lookup/__init__.py'),
};
