// Typical consumer code. It contains only calls, because consumer.test.ts measures the compiler's work for this file.
import { createVehicleLookup } from '@vehicle-lookup/client';

const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:4010', user: 'demo', key: 'demo' });
const vin = 'WVWZZZ1KZAW000001';

export const { data, raw, issues, timestamp } = await client.decodeVin(vin);
export const makes: (string | undefined)[] = (await client.decodeVinAll(vin)).data.map(({ make }) => make);
export const power: number | undefined = (await client.getVehicle(data.carId)).data.powerHpTo;
export const volume: number | undefined = (await client.getFluids(data.carId)).data[0]?.ValueText?.max;
export const numbers = (await client.getOemParts(data.carId)).data[0]?.parts.map(({ oe_number }) => oe_number);
export const hours: number | undefined = (await client.getRepairTimes(data.carId, { timeout: 5_000 })).data[0]?.hours;
export const slug: string | undefined = (await client.listBrands()).data[0]?.slug;
export const model: string | undefined = (await client.listModels('volkswagen')).data[0]?.name;
export const from: string | undefined = (await client.listVariants('volkswagen', 'golf')).data[0]?.typeYears?.from;
const engines = await client.getEngines(vin).safe();
export const kilowatts = engines.ok ? engines.data[0]?.kiloWatts : engines.error.code;
