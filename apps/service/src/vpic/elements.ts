/** Numbers of vPIC's elements: what a VIN pattern may say about a vehicle. */
export const ELEMENT = {
  body: 5,
  cylinders: 9,
  ccm: 11,
  litres: 13,
  doors: 14,
  drive: 15,
  engineModel: 18,
  kilowatts: 21,
  fuel: 24,
  model: 28,
  series: 34,
  trim: 38,
  engineConfiguration: 64,
  secondaryFuel: 66,
  fuelDelivery: 67,
  horsepowerFrom: 71,
  cooling: 122,
  horsepowerTo: 125,
  turbo: 135,
} as const;

export type ElementName = keyof typeof ELEMENT;

/** Most important first: where the combinations are too many, the last of these are left out. */
export const BY_IMPORTANCE: readonly ElementName[] = [
  'model',
  'series',
  'body',
  'fuel',
  'litres',
  'cylinders',
  'engineModel',
  'trim',
  'doors',
  'drive',
  'secondaryFuel',
  'ccm',
  'engineConfiguration',
  'turbo',
  'horsepowerFrom',
  'horsepowerTo',
  'kilowatts',
  'fuelDelivery',
  'cooling',
];

/** What vPIC says about a vehicle, by element: a number of one of its tables, or a text. */
export type Attributes = Partial<Record<ElementName, string>>;
