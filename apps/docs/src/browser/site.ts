import { addCopyButtons, element } from './elements.ts';
import { addSearch } from './search.ts';

// Every page works without this script; it adds search, copying, and the choice of an envelope.
const root = document.currentScript?.dataset.root ?? './';
addSearch(root);
addCopyButtons(document);
addEnvelopeChoice();

/** Lets the reader see one envelope alone: its fields and its example together. */
function addEnvelopeChoice(): void {
  const all = [...document.querySelectorAll<HTMLElement>('section.envelope')];
  for (const operation of new Set(all.map((section) => section.dataset.operation ?? ''))) {
    const sections = all.filter((section) => section.dataset.operation === operation);
    if (sections.length > 1) addChoice(operation, sections);
  }
}

function addChoice(operation: string, sections: HTMLElement[]): void {
  const choice = element('fieldset', { class: 'choice' }, element('legend', {}, 'Show the envelope'));
  for (const name of ['all', ...sections.map((section) => section.dataset.envelope ?? '')]) {
    const input = element('input', { type: 'radio', name: `envelope-${operation}`, value: name });
    input.checked = name === 'all';
    input.addEventListener('change', () => {
      for (const section of sections) section.hidden = name !== 'all' && section.dataset.envelope !== name;
    });
    choice.append(element('label', {}, input, name));
  }
  sections[0]?.before(choice);
}
