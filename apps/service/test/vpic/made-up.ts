import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory } from '@vehicle-lookup/testing';

const TABLES = `
  create table Pattern (Id integer, VinSchemaId integer, Keys text, ElementId integer, AttributeId text, CreatedOn text, UpdatedOn text);
  create table Wmi (Id integer, Wmi text, VehicleTypeId integer, TruckTypeId integer);
  create table Wmi_VinSchema (WmiId integer, VinSchemaId integer, YearFrom integer, YearTo integer);
  create table Make_Model (MakeId integer, ModelId integer);
  create table EngineModelPattern (Id integer, EngineModelId integer, ElementId integer, AttributeId text);
  ${[
    'Make',
    'Model',
    'EngineModel',
    'BodyStyle',
    'FuelType',
    'FuelDeliveryType',
    'DriveType',
    'EngineConfiguration',
    'CoolingType',
  ]
    .map((name) => `create table ${name} (Id integer, Name text);`)
    .join('\n')}`;

export type PatternRow = [keys: string, element: number, value: string, changed?: string];

/** Writes vPIC data of one manufacturer, 1AB, with a schema for 2011 and 2012. Returns the path of the file. */
export function vpic(patterns: PatternRow[], more = ''): string {
  const file = join(temporaryDirectory(), 'vpic.db');
  const db = new DatabaseSync(file);
  db.exec(`begin;${TABLES}
    insert into Make values (7, 'Real Make'); insert into Model values (70, 'One'), (71, 'Two');
    insert into Make_Model values (7, 70), (7, 71); insert into BodyStyle values (1, 'Coupe'), (2, 'Wagon');
    insert into FuelType values (4, 'Gasoline'); insert into EngineModel values (3, 'EM3');
    insert into EngineModelPattern values (1, 3, 71, '200'), (2, 3, 24, '4');
    insert into Wmi values (1, '1AB', 2, null); insert into Wmi_VinSchema values (1, 9, 2011, 2011), (1, 9, 2012, 2012);${more}`);
  const insert = db.prepare('insert into Pattern values (?, 9, ?, ?, ?, ?, null)');
  for (const [index, [keys, element, value, changed = '2020-01-02 00:00:00']] of patterns.entries()) {
    insert.run(index + 1, keys, element, value, changed);
  }
  db.exec('commit');
  db.close();
  return file;
}

export const MODELS: PatternRow[] = [
  ['A', 28, '70'],
  ['B', 28, '71'],
];
