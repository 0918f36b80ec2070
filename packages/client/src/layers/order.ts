import type { Layer } from '../call/options.ts';
import { VehicleLookupError } from '../errors.ts';
import type { Charge } from './request.ts';

/**
 * The layers of this package, starting with the outermost. In this order, a kept response is not requested again, a waiting
 * request is not counted, and a recording contains only responses from the service.
 */
const ORDER = ['cache', 'limiter', 'allowance', 'record'] as const;

interface OrderedLayer extends Layer {
  kind: (typeof ORDER)[number];
  /** The responses that the layer regards as charged. */
  charge?: Charge | undefined;
}

const isOrdered = (layer: Layer): layer is OrderedLayer => typeof layer === 'function' && 'kind' in layer;

/** Creates a layer that is sorted into its position, regardless of the given order. */
export const ordered = (kind: OrderedLayer['kind'], layer: Layer, charge?: Charge): Layer =>
  Object.assign(layer, { kind, arrange, charge });

/**
 * Sorts the layers of this package within their positions and removes duplicates. Other layers keep their positions.
 * @throws VehicleLookupError `invalid_argument` for layers with contradictory options
 */
function arrange(layers: readonly Layer[]): readonly Layer[] {
  const own = [...new Set(layers.filter(isOrdered))];
  const [one, ...others] = own.filter(({ charge }) => charge);
  const other = others.find(({ charge }) => charge !== one?.charge);
  if (one && other) {
    const what = `the ${one.kind} has charge '${one.charge}', the ${other.kind} has charge '${other.charge}'`;
    throw new VehicleLookupError('invalid_argument', 'connect', `layers: ${what}. Use the same value for both.`);
  }
  own.sort((left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind));
  return layers.flatMap((layer) => (isOrdered(layer) ? own.splice(0, 1) : layer));
}
