import { createHash } from 'node:crypto';
import type { DocumentRecord, VehicleEntry } from '../src/catalogue/catalogue-entry.ts';
import { ENGINES, type Engine } from './tables/engines.ts';

/** Plausible details of a vehicle; the figures follow from its engine. Part numbers are invented. */
export function details(
  { make, drive }: VehicleEntry['record'],
  engine: string,
  oe: string,
): { fluids: DocumentRecord[]; oemParts: DocumentRecord[]; repairTimes: DocumentRecord[] } {
  const known = ENGINES[engine];
  if (!known) throw new Error(`demo/tables: no engine ${engine}`);
  return {
    fluids: fluids(known, drive === 'All-wheel drive'),
    oemParts: oemParts(known, String(make), `${make} ${engine}`, oe),
    repairTimes: repairTimes(known),
  };
}

const comma = (value: number): string => value.toFixed(1).replace('.', ',');

const fluid = (item: string, qualifier: string, value: string, unit = '', note = ''): DocumentRecord => ({
  ItemMPText: item,
  QualColTextStr: qualifier,
  ValueText: value,
  ADQuantityTextStr: unit,
  AddTextStr: note,
});

function fluids({ fuel, ccm = 0, oil = 0, oilSpec = '', sae = '' }: Engine, allWheel: boolean): DocumentRecord[] {
  const litres = (value: number): [string, string] => [comma(value), 'l'];
  const shared = [
    fluid('Brake fluid', 'Specification', 'DOT 4', '', 'Change every 2 years'),
    fluid('Refrigerant', 'R134a', '500 - 550', 'g'),
  ];
  if (fuel === 'Electric') {
    return [
      fluid('Reduction gear oil', '', ...litres(1.4)),
      fluid('Coolant', 'Battery and motor', ...litres(5.5)),
      ...shared,
    ];
  }
  return [
    fluid('Engine oil', 'with filter', ...litres(oil)),
    fluid('Engine oil', 'Specification', oilSpec, '', `SAE ${sae}`),
    fluid('Coolant', '', (4 + ccm / 500).toFixed(1), 'l'),
    fluid('Manual transmission oil', ccm > 1600 ? '6-speed' : '5-speed', ...litres(1.7 + Math.round(ccm / 1000) * 0.2)),
    ...(allWheel ? [fluid('Rear axle oil', '', ...litres(1.1))] : []),
    ...shared,
  ];
}

function oemParts({ fuel }: Engine, manufacturer: string, seed: string, oe: string): DocumentRecord[] {
  const part = (group: string, shortname: string, name: string): DocumentRecord => ({
    group,
    shortname,
    name,
    parts: [{ manufacturer, oe_number: invented(oe, `${seed} ${name}`) }],
  });
  const brakes = [
    part('Brakes', 'Brake disc', 'Brake disc, front axle'),
    part('Brakes', 'Brake pad set', 'Brake pad set, front axle'),
  ];
  const cabin = part('Filters', 'Cabin filter', 'Filter, cabin air');
  if (fuel === 'Electric') return [cabin, ...brakes];
  return [
    part('Filters', 'Oil filter', 'Oil filter, engine'),
    part('Filters', 'Air filter', 'Air filter, engine'),
    cabin,
    fuel === 'Diesel' ? part('Filters', 'Fuel filter', 'Fuel filter') : part('Ignition', 'Spark plug', 'Spark plug'),
    ...brakes,
  ];
}

/** `#` becomes a digit, `@` a letter; the same seed gives the same number. */
function invented(form: string, seed: string): string {
  const bytes = createHash('sha256').update(seed).digest();
  const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
  return [...form]
    .map((character, index) => {
      const byte = bytes[index % bytes.length] ?? 0;
      if (character === '#') return byte % 10;
      return character === '@' ? letters[byte % letters.length] : character;
    })
    .join('');
}

function repairTimes({ fuel, cylinders = 0, ccm = 0 }: Engine): DocumentRecord[] {
  const time = (workname: string, partname: string, hours: string): DocumentRecord => ({ workname, partname, hours });
  const brakes = [time('Renew', 'Brake pads, front axle', '0.8'), time('Renew', 'Brake discs, front axle', '1.2')];
  if (fuel === 'Electric') return brakes;
  return [
    time('Renew', 'Oil filter', (0.3 + cylinders / 40).toFixed(1)),
    time('Renew', 'Timing drive', (1.8 + ccm / 1000).toFixed(1)),
    time('Remove and install', 'Cylinder head cover', comma(0.8 + cylinders / 5)),
    ...brakes,
  ];
}
