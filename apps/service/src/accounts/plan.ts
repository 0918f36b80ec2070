import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** Maximum burst of a plan. Up to this number of request times is kept in memory for each active account. */
export const GREATEST_BURST = 10_000;

/** The settings of a plan, stored together as JSON. CONTRIBUTING.md explains how to add a setting. */
export interface PlanSettings {
  /** Maximum number of consultations in any window of `windowSeconds`. */
  limit: number;
  windowSeconds: number;
  /** Maximum number of requests per second, whether charged or not; from 1 to GREATEST_BURST. */
  burst: number;
  /** operationIds that the plan does not include. */
  excluded: string[];
}

/** The limits of an account. Plans are data, so a new plan requires no code. */
export interface Plan extends PlanSettings {
  name: string;
}

/** Default settings for a new plan, and for a plan that was stored before a setting existed. */
export const DEFAULT_SETTINGS: Omit<PlanSettings, 'limit' | 'windowSeconds'> = { burst: 50, excluded: [] };

/** Returns a plan with all settings. @param json stored settings */
export const toPlan = (name: string, json: string): Plan => ({ name, ...DEFAULT_SETTINGS, ...JSON.parse(json) });

/** Settings to change; undefined settings remain unchanged. */
export type PlanChanges = { [Name in keyof PlanSettings]?: PlanSettings[Name] | undefined };

/** Returns a plan with changed settings. @throws UserError if a new plan lacks a setting, or the burst is out of range */
export function changedPlan(name: string, existing: Plan | undefined, changes: PlanChanges): Plan {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const plan = { ...DEFAULT_SETTINGS, ...existing, ...Object.fromEntries(given), name } as Plan;
  const { limit, windowSeconds, burst } = plan;
  if (limit === undefined || windowSeconds === undefined) {
    throw new UserError(`plan ${name} does not exist yet; a new plan requires --limit N and --window TIME`, 2);
  }
  if (!Number.isInteger(burst) || burst < 1 || burst > GREATEST_BURST) {
    throw new UserError(`plan ${name}: expected a whole-number burst from 1 to ${GREATEST_BURST}, got ${burst}.`);
  }
  return plan;
}
