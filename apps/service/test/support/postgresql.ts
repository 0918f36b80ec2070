import { cleanUpLater, startPostgresql } from '@vehicle-lookup/testing';
import pg from 'pg';

let databases = 0;

/** Creates an empty database on a server and returns its URL. The database is dropped at the end of the test. */
export async function newDatabase(server: string): Promise<string> {
  const name = `test_${process.pid}_${Date.now()}_${databases++}`;
  await administer(server, `create database ${name}`);
  cleanUpLater(() => administer(server, `drop database if exists ${name} with (force)`).catch(() => undefined));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a separate connection, like an administrator, and returns its rows. */
export async function administer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the URL of a PostgreSQL server for tests that only create databases: TEST_DATABASE_URL, or a newly started server. */
export async function testServer(): Promise<string> {
  return process.env.TEST_DATABASE_URL || (await startPostgresql()).url;
}
