declare module 'redoc' {
  export function init(document: object, options: object, element: Element | null): unknown;
}
