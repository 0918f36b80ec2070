import type { Document } from '@vehicle-lookup/openapi';

type Node = Record<string, unknown>;
interface Contract extends Document {
  components: Record<string, Record<string, Node>>;
}

const part = (document: Contract, kind: string, name: string): Node => document.components[kind]?.[name] ?? {};
const schema = (document: Contract, name: string): Node & { properties: Node; required: string[] } =>
  part(document, 'schemas', name) as never;
interface WireOperation {
  parameters: Node[];
}
const wireOperation = (document: Contract): WireOperation =>
  (document.paths as unknown as Record<string, { get: WireOperation }>)['/api/']?.get as WireOperation;
const without = (list: string[], name: string): string[] => list.filter((one) => one !== name);

/** Renames a field in a node and in all its descendants, in schemas and examples. */
function rename(node: unknown, from: string, to: string): unknown {
  if (Array.isArray(node)) return node.map((one) => (one === from ? to : rename(one, from, to)));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key === from ? to : key, rename(value, from, to)]),
  );
}

/** Renames a field in the components whose names match. The names of examples begin with an operation name. */
function renameIn(document: Contract, kind: string, names: RegExp, from: string, to: string): void {
  const all = document.components[kind] ?? {};
  for (const name of Object.keys(all)) if (names.test(name)) all[name] = rename(all[name], from, to) as Node;
}

/** Removes a field from a node and from all its descendants. */
function drop(node: unknown, name: string): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) for (const one of node) drop(one, name);
  else {
    delete (node as Node)[name];
    for (const value of Object.values(node)) drop(value, name);
  }
}

/** Twelve changes to the contract. The last change does not break any consumer. The examples also change, because the mock sends them. */
export const changes: Record<string, (document: Contract) => void> = {
  'the field ItemMPText of a fluid is renamed'(document) {
    renameIn(document, 'schemas', /^Fluid$/, 'ItemMPText', 'ItemText');
    renameIn(document, 'examples', /^GetFluids/, 'ItemMPText', 'ItemText');
  },
  'the field cylinder of a vehicle is removed'(document) {
    for (const name of ['Vehicle', 'SimplifiedVehicle']) {
      const { properties, required = [] } = schema(document, name);
      delete properties?.cylinder;
      Object.assign(schema(document, name), { required: without(required, 'cylinder') });
    }
    for (const example of Object.values(document.components.examples ?? {})) drop(example, 'cylinder');
  },
  'the hours of a repair time may be absent'(document) {
    const times = schema(document, 'RepairTime');
    times.required = without(times.required, 'hours');
    drop(part(document, 'examples', 'GetRepairTimesFull'), 'hours');
  },
  'an OEM number is an integer'(document) {
    schema(document, 'OemPart').properties.oe_number = { type: 'integer', description: 'The number.', examples: [1] };
    const sent = JSON.stringify(part(document, 'examples', 'GetOemPartsFull')).replace(/("oe_number":)"[^"]*"/g, '$11');
    Object.assign(part(document, 'examples', 'GetOemPartsFull'), JSON.parse(sent));
  },
  'getOemParts no longer has the status 403'(document) {
    const { get } = part(document, 'pathItems', 'getOemParts') as { get: { responses: Node } };
    delete get.responses[403];
  },
  'the message of a failure is renamed to text'(document) {
    renameIn(document, 'schemas', /^Error$/, 'message', 'text');
    renameIn(document, 'responses', /./, 'message', 'text');
    renameIn(document, 'examples', /NotFound$/, 'message', 'text');
  },
  'a VIN has 17 characters'(document) {
    schema(document, 'Vin').pattern = '^[A-HJ-NPR-Z0-9]{17}$';
  },
  'the operation getRepairTimes is removed'(document) {
    delete document.components.pathItems?.getRepairTimes;
    const wire = wireOperation(document);
    wire.parameters = wire.parameters.filter(({ name }) => name !== 'timeRepair');
  },
  'the parameter brand is renamed to make'(document) {
    const parameters = Object.values(document.components.parameters ?? {});
    for (const one of [...parameters, ...wireOperation(document).parameters])
      if (one.name === 'brand') one.name = 'make';
  },
  'the engines are in engines instead of data'(document) {
    renameIn(document, 'schemas', /^GetEnginesBody$/, 'data', 'engines');
    renameIn(document, 'examples', /^GetEngines/, 'data', 'engines');
  },
  'the carId of a vehicle is renamed to vehicleId'(document) {
    renameIn(document, 'schemas', /Vehicle$/, 'carId', 'vehicleId');
    renameIn(document, 'examples', /^(Decode|GetVehicle)/, 'carId', 'vehicleId');
  },
  'a fluid may have an interval, and a group of parts is deprecated'(document) {
    schema(document, 'Fluid').properties.Interval = {
      type: 'string',
      description: 'When to change it.',
      examples: [''],
    };
    Object.assign(schema(document, 'OemPartGroup').properties.group ?? {}, { deprecated: true });
  },
};

const vin =
  'its VINs have 17 characters. A usage file does not contain values, so the gate names every program that sends a VIN';

/** The reasons for the gate's incorrect predictions: change → program → reason. */
export const explained: Record<string, Record<string, string>> = {
  'the field cylinder of a vehicle is removed': {
    'resume-batch':
      'it writes every field to a file, but its test reads only two fields. Readers of the file may be affected',
  },
  'the message of a failure is renamed to text': {
    'readable-report':
      'it reads the message of a 404 on a line that no test runs. Only the compiler detects the change',
  },
  'a VIN has 17 characters': { decode: vin, 'fluids-by-vin': vin, 'resume-batch': vin },
};
