export { applyActions, type OverlayAction, OverlayError, type OverlayFault } from './apply-actions.ts';
