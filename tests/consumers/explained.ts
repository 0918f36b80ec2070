const vin = 'its VINs have 17 characters. A usage file has no values, so the gate names everybody who sends a VIN';

/** Why the gate is wrong about a program: change → program → reason. */
export const explained: Record<string, Record<string, string>> = {
  'the field cylinder of a vehicle is removed': {
    'resume-batch':
      'it writes every field to a file, and its test looks at two of them. Whoever reads the file may be hurt',
  },
  'the message of a failure is called text': {
    'readable-sheet': 'it reads the message of a 404 on a line that no test runs; only the compiler sees it',
  },
  'a VIN has 17 characters': { decode: vin, 'fluids-by-vin': vin, 'resume-batch': vin },
};
