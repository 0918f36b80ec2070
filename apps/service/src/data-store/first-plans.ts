/**
 * The plans of new accounts; an administrator changes them as any other. Two are without operations that are available "on
 * paid plans or higher plans" only (Endpoints, rule 4). Part of a released migration: never change it.
 */
export const ADD_FIRST_PLANS = `insert into plan (name, limit_n, window_s, burst, excluded) values
  ('test', 250, 604800, 50, '["getOemParts","getRepairTimes"]'),
  ('free', 100, 2592000, 50, '["getOemParts","getRepairTimes"]'),
  ('standard', 1000, 2592000, 50, '[]')`;
