import { checkNames, type Layer } from '../call/options.ts';
import { ordered } from './order.ts';
import { type CoalesceOptions, share } from './share.ts';

export type { CoalesceOptions } from './share.ts';

/**
 * Creates a layer that makes one request for equal calls at the same time; all get its response. A call that is aborted does
 * not end a request that was sent.
 * @throws VehicleLookupError `invalid_argument` for a wrong `finishWithin`
 */
export function coalesce(options: CoalesceOptions = {}): Layer {
  checkNames('coalesce', options, ['finishWithin']);
  return ordered('coalesce', share('coalesce', options));
}
