import type { CorrectServices } from '../service.ts';
import { services as bodies } from './bodies.ts';
import { services as missingData } from './missing-data.ts';
import { services as moments } from './moments.ts';
import { services as odd } from './odd.ts';
import { services as requests } from './requests.ts';
import { services as values } from './values.ts';
import { services as wire } from './wire.ts';

export const correctServices: readonly CorrectServices[] = [bodies, missingData, moments, odd, requests, values, wire];
