import { createVehicleLookup } from '@vehicle-lookup/client';

/** @import { Fluid } from '@vehicle-lookup/client' */

// The server of this page has the key, and handles requests below this path.
const lookup = createVehicleLookup({ baseUrl: '/vehicles' });

/** @template {Element} E @param {string} selector @param {new () => E} type */
function element(selector, type) {
  const found = document.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`${selector}: expected in index.html`);
}

const form = element('form', HTMLFormElement);
const output = element('output', HTMLOutputElement);
const list = element('ul', HTMLUListElement);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  show('…');
  try {
    const { data: vehicle } = await lookup.decodeVin(String(new FormData(form).get('vin')));
    const { data: fluids } = await lookup.getFluids(vehicle.carId);
    show([vehicle.make, vehicle.model, vehicle.description].filter(Boolean).join(' '), fluids.map(describe));
  } catch (error) {
    show(error instanceof Error ? error.message : String(error));
  }
});

/** @param {Fluid} fluid */
const describe = ({ ItemMPText, ValueText }) =>
  [ItemMPText && `${ItemMPText}:`, ValueText?.text, ValueText?.unit].filter(Boolean).join(' ');

/** @param {string} text @param {string[]} items */
function show(text, items = []) {
  output.textContent = text;
  list.replaceChildren(
    ...items.map((item) => {
      const entry = document.createElement('li');
      entry.textContent = item;
      return entry;
    }),
  );
}
