import { exampleData } from '../../demo/examples.ts';
import type { Account } from '../../src/accounts/account.ts';
import { DEFAULT_SETTINGS, type Plan } from '../../src/accounts/plan.ts';
import type { Catalogue, CatalogueSource } from '../../src/catalogue/catalogue.ts';
import { ENTRY_LISTS } from '../../src/catalogue/catalogue-entry.ts';
import type { Admit } from '../../src/limits/admission.ts';
import type { ChargeResult, Quota } from '../../src/quota/quota.ts';

export const VIN = 'WVWZZZ1KZAW000001';
/** A partial VIN; the parameter of `fakeCatalogue` sets its number of matches. */
export const MANY = 'MANYMANY';
export const EMPTY_CAR = 7;
const CAR = 25573;

const json = (value: unknown): string => JSON.stringify(value);
const listOf = (operation: string): string[] => (exampleData(operation) as unknown[]).map(json);

export interface FakeCatalogue extends Catalogue {
  /** The number of records that `matches` has yielded. */
  yielded: number;
  /** The number of iterations over `matches` that have completed or were aborted. */
  ended: number;
}

/** Returns an in-memory catalogue with the examples of the document. */
export function fakeCatalogue(many = 0): FakeCatalogue {
  const ofCar = (carId: number, operation: string) =>
    Promise.resolve(carId === CAR ? listOf(operation) : carId === EMPTY_CAR ? [] : undefined);
  const [first = ''] = listOf('decodeVinAll');
  const catalogue: FakeCatalogue = {
    version: 'fake',
    yielded: 0,
    ended: 0,
    async *matches(vin) {
      try {
        if (VIN.startsWith(vin)) yield* listOf('decodeVinAll');
        for (let count = 0; vin === MANY && count < many; count++) {
          catalogue.yielded++;
          yield first;
        }
      } finally {
        catalogue.ended++;
      }
    },
    firstMatch: async (vin) => (VIN.startsWith(vin) ? json(exampleData('decodeVin')) : undefined),
    vehicle: async (carId) => (carId === CAR ? json(exampleData('getVehicle')) : undefined),
    list: (name, carId) => ofCar(carId, ENTRY_LISTS[name].operation),
    brands: async () => listOf('listBrands'),
    models: async (brand) => (brand === 'volkswagen' ? listOf('listModels') : undefined),
    variants: async (brand, model) =>
      brand === 'volkswagen' && model === 'golf-vi' ? listOf('listVariants') : undefined,
    async *engines(vin) {
      if (VIN.startsWith(vin)) yield listOf('getEngines');
    },
    close: async () => undefined,
  };
  return catalogue;
}

export function fakeSource(catalogue: Catalogue): CatalogueSource & { open: number } {
  const source = {
    open: 0,
    async use<T>(work: (catalogue: Catalogue) => Promise<T>): Promise<T> {
      source.open++;
      try {
        return await work(catalogue);
      } finally {
        source.open--;
      }
    },
    close: async () => undefined,
  };
  return source;
}

export const PAID: Plan = {
  ...DEFAULT_SETTINGS,
  name: 'standard',
  limit: 1_000_000,
  windowSeconds: 2_592_000,
  burst: 1e9,
};
export const FREE: Plan = { ...PAID, name: 'free', excluded: ['getOemParts', 'getRepairTimes'] };
export const KEY = 'right-key-of-the-tests';

/**
 * Returns a fake `Admit` for the users `paid`, `free` and the names in `plans`, which all have the same key. The user `locked` is
 * locked out. The burst of a plan limits the total number of requests.
 */
export function fakeAdmit(plans: Record<string, Plan> = {}): Admit & { addresses: string[] } {
  const known = new Map(Object.entries({ paid: PAID, free: FREE, ...plans }));
  const accounts = new Map<string, Account>(
    [...known].map(([user, plan], index) => [user, { id: index + 1, user, plan }]),
  );
  const addresses: string[] = [];
  const hits = new Map<string, number>();
  const admit: Admit = async (user, key, address) => {
    addresses.push(address);
    if (user === 'locked') return { outcome: 'locked-out', retryAfterSeconds: 900 };
    const account = accounts.get(user);
    if (!account || key !== KEY) return { outcome: 'wrong-credentials' };
    const count = (hits.get(user) ?? 0) + 1;
    hits.set(user, count);
    if (count > account.plan.burst) return { outcome: 'too-fast', account };
    return { outcome: 'admitted', account };
  };
  return Object.assign(admit, { addresses });
}

/** Returns a fake quota that counts without a window. */
export function fakeQuota(): Quota & { charges: Map<number, number> } {
  const charges = new Map<number, number>();
  const standing = ({ id, plan: { limit, windowSeconds } }: Account, take: number): ChargeResult => {
    const used = charges.get(id) ?? 0;
    const ok = used < limit;
    if (ok) charges.set(id, used + take);
    const left = ok ? limit - used - take : 0;
    return { ok, allowance: { limit, windowSeconds, remaining: left, resetSeconds: used + take > 0 ? 86_400 : 0 } };
  };
  return { charges, check: async (account) => standing(account, 0), charge: async (account) => standing(account, 1) };
}
