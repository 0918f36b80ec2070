import { button, element } from '../elements.ts';

/** Origins that the reader has allowed; forgotten when the page is left. */
const allowed = new Set<string>();

/** Asks before the credentials are sent to an origin that is not one of the page's own servers. */
export function confirmSending(address: string): Promise<boolean> {
  const { origin } = new URL(address);
  if (allowed.has(origin)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const answer = (isAllowed: boolean) => {
      if (isAllowed) allowed.add(origin);
      dialog.close();
      dialog.remove();
      resolve(isAllowed);
    };
    const dialog = element(
      'dialog',
      { 'aria-labelledby': 'consent-title' },
      element('h2', { id: 'consent-title' }, `Send your credentials to ${origin}?`),
      element(
        'p',
        {},
        'It is not one of the servers of these pages. Your browser sends the request itself; if the response is an error, its console shows the address, with the key.',
      ),
      element(
        'p',
        {},
        button('Send', () => answer(true)),
        ' ',
        button('Cancel', () => answer(false)),
      ),
    );
    dialog.addEventListener('cancel', () => answer(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
