import type { TryItData } from '../contract/try-it-data.ts';
import { Form } from './try-it/form.ts';

const data = document.getElementById('try-it-data')?.textContent;
const place = document.getElementById('try-it');
if (data && place) new Form(JSON.parse(data) as TryItData, place, document.querySelector('[data-samples]'));
