import { checkParameter, readBaseUrl, resolve } from '@vehicle-lookup/openapi/selectors';
import { samplesOf } from '../../contract/samples.ts';
import type { TryItData } from '../../contract/try-it-data.ts';
import { addCopyButtons } from '../copy.ts';
import { button, coloured, element, select } from '../elements.ts';
import { outcomeView } from './outcome.ts';
import { type Destination, send } from './send.ts';

const OTHER = 'Another URL';
/** Preset credential for the mock, which accepts any credentials. */
const ANY = 'demo';

/**
 * Adds the form that sends requests. While a reader types, the resolver validates the input, and the samples on the page are updated.
 * The form does not store the key or show it outside its field, and samples read the credentials from the environment.
 */
export function addForm(place: HTMLElement, data: TryItData): void {
  const { table, servers, operations } = data;
  const operation = select(operations.map(({ id, summary }) => [id, `${summary} (${id})`]));
  const server = select([
    ...servers.map(({ name, address }) => [name, `${name}, ${address}`] as const),
    [OTHER, OTHER],
  ]);
  const address = field('', { type: 'url', placeholder: 'https://vehicles.example.com' });
  const preset = servers[0]?.name === 'mock' ? ANY : '';
  const credentials = new Map(
    table.credentials.map((name) => [
      name,
      field(preset, { type: table.secrets.includes(name) ? 'password' : 'text' }),
    ]),
  );
  let values = new Map<string, HTMLInputElement>();
  const parameters = element('div', { class: 'form' });
  const line = element('code', { 'data-request': '' });
  const problem = element('p', { class: 'problem', role: 'status', id: 'try-problem' });
  const result = element('div', { 'data-result': '', role: 'status' });
  const sendButton = element('button', { type: 'submit' }, 'Send');
  let running: AbortController | undefined;
  const stopButton = button('Stop', () => running?.abort(), { hidden: '' });
  const other = labelled('Base URL', address);
  // Fields have no names, and the page policy forbids form actions, so that a browser cannot put the key into a URL.
  const form = element(
    'form',
    { class: 'form', autocomplete: 'off', novalidate: '' },
    ...(place.hasAttribute('data-choose') ? [labelled('Operation', operation)] : []),
    labelled('Server', server),
    other,
    ...[...credentials].map(([name, input]) => labelled(name, input)),
    parameters,
    element('p', {}, line),
    problem,
    element('p', {}, sendButton, ' ', stopButton),
  );

  /** Returns the query as sent, including empty fields, which the resolver reports. */
  const pairs = (): [string, string][] => [...credentials, ...values].map(([name, input]) => [name, input.value]);
  /** Returns whether a value must not be shown. Only the preset key of the mock may be shown. */
  const isHidden = (name: string, value: string) => table.secrets.includes(name) && value !== ANY;

  function destination(): Destination | string {
    const own = servers.find(({ name }) => name === server.value);
    if (own) return { address: own.address, own };
    try {
      return { address: readBaseUrl(table, address.value.trim()), own: undefined };
    } catch (error) {
      return `Base URL: ${(error as Error).message}.`;
    }
  }

  function update(): void {
    other.hidden = server.value !== OTHER;
    const target = destination();
    const base = typeof target === 'string' ? '' : target.address;
    const message = base === '' ? String(target) : queryProblem();
    problem.textContent = message;
    address.setAttribute('aria-invalid', String(base === ''));
    for (const [name, input] of [...credentials, ...values])
      input.setAttribute('aria-invalid', String(isInvalid(name, input.value)));
    const shown = pairs().map(([name, value]) => [name, isHidden(name, value) ? '***' : value]);
    line.textContent = `${table.method} ${base}${table.path}?${new URLSearchParams(shown)}`;
    if (base) updateSamples(base);
  }

  function isInvalid(name: string, value: string): boolean {
    const rule = table.operations.find(({ id }) => id === operation.value)?.parameters[name];
    return rule ? checkParameter(rule, value) !== undefined : value === '';
  }

  function queryProblem(): string {
    const resolution = resolve(table, pairs());
    if (!resolution.ok) return resolution.error.message;
    return resolution.operation === operation.value ? '' : `This query selects ${resolution.operation}.`;
  }

  function updateSamples(base: string): void {
    const entry = operations.find(({ id }) => id === operation.value);
    const samples = samplesOf({
      operation: operation.value,
      address: base,
      path: table.path,
      credentials: table.credentials.map((name) => ({ name, value: undefined })),
      values: (entry?.values ?? []).map((one) => ({ ...one, value: values.get(one.name)?.value ?? one.value })),
      errorText: table.error.text,
    });
    for (const { id, language, source } of samples)
      document.querySelector(`#sample-${id} code`)?.replaceChildren(...coloured(source, language));
  }

  function showParameters(): void {
    const entry = operations.find(({ id }) => id === operation.value);
    const { selectors = {} } = table.operations.find(({ id }) => id === operation.value) ?? {};
    values = new Map((entry?.values ?? []).map(({ name, value }) => [name, field(value)]));
    for (const [name, input] of values) input.readOnly = Object.hasOwn(selectors, name);
    parameters.replaceChildren(...[...values].map(([name, input]) => labelled(name, input)));
    result.replaceChildren();
    update();
  }

  async function submit(): Promise<void> {
    const target = destination();
    if (typeof target === 'string' || running) return;
    if (!target.own && !isAllowed(new URL(target.address).origin)) return;
    running = new AbortController();
    sendButton.disabled = true;
    stopButton.hidden = false;
    result.replaceChildren(element('p', {}, `Waiting for ${target.address} …`));
    const [id, sent, request] = [operation.value, pairs(), line.textContent];
    const outcome = await send(data, target, `${new URLSearchParams(sent)}`, running.signal);
    const secrets = sent.flatMap(([name, value]) => (isHidden(name, value) ? [value] : []));
    running = undefined;
    sendButton.disabled = false;
    stopButton.hidden = true;
    const note = `You have changed the request. This is the response to ${request}`;
    result.replaceChildren(
      ...(request === line.textContent ? [] : [element('p', { class: 'problem' }, note)]),
      ...outcomeView(id, target.address, outcome, secrets),
    );
    addCopyButtons(result);
    result.scrollIntoView({ block: 'nearest' });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  form.addEventListener('input', () => {
    // The result no longer matches the changed request.
    if (!running) result.replaceChildren();
    update();
  });
  operation.addEventListener('change', showParameters);
  place.append(form, result);
  operation.value = data.operation;
  showParameters();
}

/** Origins to which the reader has allowed this page to send credentials. */
const allowed = new Set<string>();

/** Asks the reader for permission to send credentials to an origin that is not a server of the site. */
function isAllowed(origin: string): boolean {
  const question = `Send your credentials to ${origin}?\n\nThis origin is not a server of this site. Your browser will send the request directly. If the response is an error, the browser console will show the URL, which contains the key.`;
  if (!allowed.has(origin) && confirm(question)) allowed.add(origin);
  return allowed.has(origin);
}

function field(value: string, attributes: Record<string, string> = {}): HTMLInputElement {
  const common = { autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'try-problem' };
  const input = element('input', { ...common, ...attributes });
  input.value = value;
  return input;
}

const labelled = (text: string, input: HTMLElement): HTMLLabelElement => element('label', {}, text, input);
