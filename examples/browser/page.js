/** @import { Fluid, Vehicle } from '@vehicle-lookup/client' */
/** @typedef {{ vehicle: Vehicle, fluids: Fluid[] }} Found */

/** @template {Element} E @param {string} selector @param {new () => E} type */
function element(selector, type) {
  const found = document.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`${selector}: expected in index.html`);
}

const form = element('form', HTMLFormElement);
const output = element('output', HTMLOutputElement);
const list = element('ul', HTMLUListElement);
const worker = element('meta[name=worker]', HTMLMetaElement).content;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  show('…');
  try {
    const vin = String(new FormData(form).get('vin')).trim();
    const response = await fetch(`${worker}/vehicles/${encodeURIComponent(vin)}`);
    const body = await response.json();
    if (response.ok) showVehicle(body);
    else show(body.message);
  } catch {
    show('The worker cannot be reached. Try again later.');
  }
});

/** @param {Found} found */
function showVehicle({ vehicle, fluids }) {
  show([vehicle.make, vehicle.model, vehicle.description].filter(Boolean).join(' '), fluids.map(describe));
}

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
