import { readBaseUrl, resolve } from '@vehicle-lookup/openapi/selectors';
import { samplesOf } from '../../contract/samples.ts';
import type { TryItData } from '../../contract/try-it-data.ts';
import { addCopyButtons } from '../copy.ts';
import { button, coloured, element } from '../elements.ts';
import { outcomeView } from './outcome.ts';
import { confirmSending, type Destination, send } from './send.ts';

const OTHER = 'another address';

/**
 * The form that sends requests. The resolver checks the input while it is typed; the samples of the page change with it. The key is
 * in its field only: it is neither stored nor shown, and a sample reads the account from the environment.
 */
export class Form {
  private readonly data: TryItData;
  private readonly samples: Element | null;
  private readonly operation = element('select', { id: 'try-operation' });
  private readonly server = element('select', { id: 'try-server' });
  private readonly address = element('input', {
    id: 'try-address',
    type: 'url',
    placeholder: 'https://vehicles.example.com',
    autocomplete: 'off',
  });
  private readonly credentials = new Map<string, HTMLInputElement>();
  private readonly parameters = element('div', { class: 'form' });
  private readonly line = element('code', { 'data-request': '' });
  private readonly problem = element('p', { class: 'problem', role: 'status', id: 'try-problem' });
  private readonly result = element('div', { 'data-result': '', role: 'status' });
  private readonly sendButton = element('button', { type: 'submit' }, 'Send');
  private readonly stopButton = button('Stop', () => this.running?.abort(), { hidden: '' });
  private running: AbortController | undefined;
  private values = new Map<string, HTMLInputElement>();

  constructor(data: TryItData, place: HTMLElement, samples: Element | null) {
    this.data = data;
    this.samples = samples;
    for (const { id, summary } of data.operations)
      this.operation.append(element('option', { value: id }, `${summary} (${id})`));
    for (const { name, address } of data.servers)
      this.server.append(element('option', { value: name }, `${name}, ${address}`));
    this.server.append(element('option', { value: OTHER }, OTHER));
    this.operation.value = data.operation;
    for (const name of data.table.credentials) this.credentials.set(name, this.credentialField(name));
    const other = this.labelled('Base URL', this.address);
    const own = [...this.credentials].map(([name, input]) => this.labelled(name, input));
    const choose = place.hasAttribute('data-choose') ? [this.labelled('Operation', this.operation)] : [];
    // No field has a name, and the page's policy forbids every form action: a browser cannot put the key into an address.
    const form = element(
      'form',
      { class: 'form', autocomplete: 'off', novalidate: '' },
      ...choose,
      this.labelled('Server', this.server),
      other,
      ...own,
      this.parameters,
      element('p', {}, this.line),
      this.problem,
      element('p', {}, this.sendButton, ' ', this.stopButton),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.submit();
    });
    place.append(form, this.result);
    this.server.addEventListener('change', () => {
      other.hidden = this.server.value !== OTHER;
      this.update();
    });
    other.hidden = true;
    this.operation.addEventListener('change', () => this.showParameters());
    place.addEventListener('input', () => {
      // A verdict is about the request that was sent.
      if (!this.running) this.result.replaceChildren();
      this.update();
    });
    this.showParameters();
  }

  private labelled(text: string, input: HTMLElement): HTMLLabelElement {
    return element('label', {}, text, input);
  }

  /** The mock takes any value. Browsers neither fill in nor store the account: it is not one of these pages. */
  private credentialField(name: string): HTMLInputElement {
    const isSecret = this.data.table.secrets.includes(name);
    const input = element('input', {
      type: isSecret ? 'password' : 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      'data-credential': name,
    });
    input.value = this.data.servers[0]?.name === 'mock' ? 'demo' : '';
    return input;
  }

  private showParameters(): void {
    const { values = [] } = this.data.operations.find(({ id }) => id === this.operation.value) ?? {};
    const { selectors = {} } = this.data.table.operations.find(({ id }) => id === this.operation.value) ?? {};
    this.values = new Map(
      values.map(({ name, value }) => {
        const input = element('input', {
          autocomplete: 'off',
          spellcheck: 'false',
          'data-value': name,
          'aria-describedby': 'try-problem',
        });
        input.value = value;
        input.readOnly = Object.hasOwn(selectors, name);
        return [name, input];
      }),
    );
    this.parameters.replaceChildren(...[...this.values].map(([name, input]) => this.labelled(name, input)));
    this.result.replaceChildren();
    this.update();
  }

  /** Every pair as it would be sent; an emptied field is sent empty, so that the resolver can speak of it. */
  private pairs(): [string, string][] {
    return [...this.credentials, ...this.values].map(([name, input]) => [name, input.value]);
  }

  private destination(): Destination | string {
    const own = this.data.servers.find(({ name }) => name === this.server.value);
    if (own) return { address: own.address, own };
    try {
      return { address: readBaseUrl(this.data.table, this.address.value.trim()), own: undefined };
    } catch (error) {
      return `Base URL: ${(error as Error).message}.`;
    }
  }

  private update(): void {
    const resolution = resolve(this.data.table, this.pairs());
    const destination = this.destination();
    const other =
      resolution.ok && resolution.operation !== this.operation.value
        ? `This query selects ${resolution.operation}.`
        : '';
    const problem = typeof destination === 'string' ? destination : resolution.ok ? '' : resolution.error.message;
    this.problem.textContent = problem || other;
    for (const [name, input] of this.values) input.setAttribute('aria-invalid', String(problem.startsWith(`${name}:`)));
    const address = typeof destination === 'string' ? '' : destination.address;
    const { table } = this.data;
    const shown = this.pairs().map(([name, value]) => [name, this.isHidden(name, value) ? '***' : value]);
    this.line.textContent = `${table.method} ${address}${table.path}?${new URLSearchParams(shown)}`;
    if (address) this.updateSamples(address);
  }

  /** A secret is shown only where it is the mock's. */
  private isHidden(name: string, value: string): boolean {
    return this.data.table.secrets.includes(name) && value !== 'demo';
  }

  private updateSamples(address: string): void {
    if (!this.samples) return;
    const { table, operations } = this.data;
    const { values = [] } = operations.find(({ id }) => id === this.operation.value) ?? {};
    const credentials = [...this.credentials.keys()].map((name) => ({ name, value: undefined }));
    const samples = samplesOf({
      operation: this.operation.value,
      address,
      path: table.path,
      credentials,
      values: values.map((one) => ({ ...one, value: this.values.get(one.name)?.value ?? one.value })),
      errorText: table.error.text,
    });
    for (const { id, language, source } of samples) {
      const code = this.samples.querySelector(`[data-sample="${id}"] code`);
      code?.replaceChildren(...coloured(source, language));
    }
  }

  private async submit(): Promise<void> {
    const destination = this.destination();
    if (typeof destination === 'string' || this.running) return;
    if (!destination.own && !(await confirmSending(destination.address))) return;
    const operation = this.operation.value;
    this.running = new AbortController();
    this.sendButton.disabled = true;
    this.stopButton.hidden = false;
    this.result.replaceChildren(element('p', {}, `Waiting for ${destination.address} …`));
    const [pairs, line] = [this.pairs(), this.line.textContent];
    const outcome = await send(this.data, destination, `${new URLSearchParams(pairs)}`, this.running.signal);
    const secrets = pairs.flatMap(([name, value]) => (this.isHidden(name, value) ? [value] : []));
    this.running = undefined;
    this.sendButton.disabled = false;
    this.stopButton.hidden = true;
    const isSame = line === this.line.textContent;
    this.result.replaceChildren(
      ...(isSame
        ? []
        : [element('p', { class: 'problem' }, `The fields have changed since. This is the response to ${line}`)]),
      ...outcomeView(operation, destination.address, outcome, secrets),
    );
    addCopyButtons(this.result);
    this.result.scrollIntoView({ block: 'nearest' });
  }
}
