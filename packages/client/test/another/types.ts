// What `@vehicle-lookup/contract/types` would contain if it were generated from document.ts beside it.
interface Json<Body> {
  content: { 'application/json': Body };
}
interface Responses<Body> {
  responses: { 200: Json<Body>; 400: Json<{ ok: false; reason: string }> };
}
export interface Book {
  title?: string;
  pages: string;
  sequel?: Book;
}
export interface operations {
  listBooks: Responses<{ listBooks: Book[]; printed?: string } | Book[]>;
  findBook: Responses<{ findBook: string }>;
  'find-cover': Responses<{ 'find-cover': string }>;
}
