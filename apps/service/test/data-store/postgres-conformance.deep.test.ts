import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { createPostgresDataStore } from '../../src/data-store/postgres/data-store.ts';
import { newDatabase, testServer } from '../support/postgresql.ts';
import { describeConformance } from './conformance/describe-conformance.ts';

const server = await testServer();

describeConformance(async () =>
  createPostgresDataStore(join(temporaryDirectory(), 'data'), {
    url: await newDatabase(server),
  }),
);
