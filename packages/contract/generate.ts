// Generates the types, the operation table and the validators from the files in spec/dist.
import './generate/types.ts';
import './generate/operations.ts';
import './generate/validators.ts';
