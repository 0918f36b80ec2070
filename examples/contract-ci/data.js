/** The only car of this service. */
const vehicle = {
  carId: 7,
  vin: '',
  make: 'Fiat',
  model: '500',
  year: '2007',
  yearEnd: '',
  description: 'Fiat 500 1.2',
  body: 'Hatchback',
  fuel: 'Petrol',
  engine: '169A4.000',
  cubicCapacityCcm: 1242,
  cubicCapacityLiters: 1.2,
  powerHpFrom: 69,
  powerHpTo: 69,
  kwPowerFrom: 51,
  kwPowerTo: '',
  cylinder: 4,
  drive: 'Front-wheel drive',
  valves: 8,
  fuelMixtureFormation: 'Injection',
  aspiration: 'Naturally aspirated',
  cylinderDesign: 'Inline',
  coolingType: 'Water-cooled',
  tonnage: '',
  axleLoadFromKg: '',
  axleLoadToKg: '',
  axleStyle: '',
  axleType: '',
  axleBody: '',
  axleConfiguration: '',
  wheelMounting: '',
  brakeType: 'Hydraulic',
  hmdMfrModelName: '',
};
export const vin = 'ZFA31200000000007';
const brand = { name: 'Fiat', slug: 'fiat' };
const model = { name: '500', slug: '500' };

const fluids = [
  { ItemMPText: 'Engine oil', QualColTextStr: '', ValueText: '2,8', ADQuantityTextStr: 'l', AddTextStr: '5W-40' },
];
const parts = [
  {
    group: 'Filters',
    shortname: 'Oil filter',
    name: 'Oil filter',
    parts: [{ manufacturer: 'Fiat', oe_number: '468 050 37' }],
  },
];
const repairs = [{ workname: 'Replace', partname: 'Oil filter', hours: '0.40' }];
const variants = [{ typeName: '1.2', typeYears: '07.2007 - ', fullTitle: 'Fiat 500 1.2' }];
const engines = [
  {
    Brand: 'Fiat',
    Model: '500',
    Description: '1.2',
    kiloWatts: 51,
    From: '2007-07',
    Until: '',
    EngineDetails: {
      EngineCode: '169A4.000',
      EngineFullDescription: '1.2 8V Fire',
      EngineAttributes: [{ Group: 'General', Name: 'Cylinders', Value: '4' }],
    },
  },
];

const is = (entry, text) => [entry.name, entry.slug].some((one) => one.toLowerCase() === text.toLowerCase());
const ofVin = (data) => (query) => (vin.startsWith(query.vin) ? data : undefined);
const ofCar = (data) => (query) => (Number(query.carId) === vehicle.carId ? data : undefined);

/** Operation → the data for a query; undefined if there is no data. */
export const answers = {
  decodeVin: ofVin(vehicle),
  decodeVinAll: ofVin([vehicle]),
  getVehicle: ofCar(vehicle),
  getFluids: ofCar(fluids),
  getOemParts: ofCar(parts),
  getRepairTimes: ofCar(repairs),
  listBrands: () => [brand],
  listModels: (query) => (is(brand, query.brand) ? [model] : undefined),
  listVariants: (query) => (is(brand, query.brand) && is(model, query.model) ? variants : undefined),
  getEngines: ofVin(engines),
};
