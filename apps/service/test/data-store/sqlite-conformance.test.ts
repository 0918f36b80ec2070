import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { createSqliteDataStore } from '../../src/data-store/sqlite/data-store.ts';
import { describeConformance } from './conformance/describe-conformance.ts';

describeConformance(async () => createSqliteDataStore(join(temporaryDirectory(), 'data')));
