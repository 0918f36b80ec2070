// Ten calls by the generated client of hey-api: one function, so one union of ten response types.
import { query } from '../dist/hey-api/sdk.gen.ts';

const vin = 'WVWZZZ1KZAW000001';
const carId = 1;

export const first = (await query({ query: { vin } })).data;
export const all = (await query({ query: { vin, allCars: 1 } })).data;
export const only = (await query({ query: { carId, only: 1 } })).data;
export const fluids = (await query({ query: { carId, fluids: 1 } })).data;
export const parts = (await query({ query: { carId, oemParts: 1 } })).data;
export const times = (await query({ query: { carId, timeRepair: 1 } })).data;
export const brands = (await query({ query: { brands: 1 } })).data;
export const models = (await query({ query: { brand: 'vw', models: 1 } })).data;
export const variants = (await query({ query: { brand: 'vw', model: 'golf', variants: 1 } })).data;
export const engines = (await query({ query: { vin, getEngines: 1 } })).data;
