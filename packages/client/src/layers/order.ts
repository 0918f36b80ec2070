import type { Layer } from '../call/options.ts';
import { VehicleLookupError } from '../errors.ts';
import type { Charge } from './request.ts';

/**
 * The layers of this package, the outermost first. What is kept is not requested; a request that waits is not counted so far;
 * a recording has only what the service sent.
 */
const ORDER = ['cache', 'coalesce', 'limiter', 'allowance', 'record'] as const;

type Kind = (typeof ORDER)[number];

interface OrderedLayer extends Layer {
  kind: Kind;
  charge?: Charge;
}

const isOrdered = (layer: Layer): layer is OrderedLayer => 'kind' in layer;

/** Makes a layer that finds its place, whatever order is given. @param charge what it takes to be charged */
export const ordered = (kind: Kind, layer: Layer, charge?: Charge): Layer =>
  Object.assign(layer, { kind, arrange, ...(charge && { charge }) });

/**
 * Puts the layers of this package into their order, in the places that they have. Other layers keep their places.
 * @throws VehicleLookupError `invalid_argument` for layers that contradict each other
 */
function arrange(layers: readonly Layer[]): readonly Layer[] {
  const own = layers.filter(isOrdered);
  const repeated = own.find((layer, index) => own.indexOf(layer) < index);
  if (repeated) throw invalid(`the same ${repeated.kind} is there twice, and would count or keep each response twice.`);
  const charging = own.filter(({ charge }) => charge);
  const other = charging.find(({ charge }) => charge !== charging[0]?.charge);
  if (other)
    throw invalid(
      `charge of the ${charging[0]?.kind} and of the ${other.kind} differ, and a service charges in one way.`,
    );
  own.sort((one, another) => ORDER.indexOf(one.kind) - ORDER.indexOf(another.kind));
  return layers.map((layer) => (isOrdered(layer) ? (own.shift() as Layer) : layer));
}

const invalid = (what: string): VehicleLookupError =>
  new VehicleLookupError('invalid_argument', 'connect', `layers: ${what}`);
