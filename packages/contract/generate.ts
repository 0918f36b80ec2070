// Types, operation table and validators, each from its own file of spec/dist.
import './generate/types.ts';
import './generate/operations.ts';
import './generate/validators.ts';
