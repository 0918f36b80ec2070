import { addCopyButtons } from './copy.ts';
import { addEnvelopeChoice } from './envelope-choice.ts';
import { addSearch } from './search.ts';

// Every page works without this script; it adds search, copying, and the choice of an envelope.
const root = document.currentScript?.dataset.root ?? './';
addSearch(root);
addCopyButtons(document);
addEnvelopeChoice();
