import { queryOf, type SampleRequest, type Writing, written } from './request.ts';

const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const PHP: Writing = { text, variable: (name) => `getenv('${name}')` };

/** The request in PHP, with its curl extension, which follows no redirect by default. */
export const php = (request: SampleRequest): string => `<?php
$query = http_build_query([
${queryOf(request)
  .map((one) => `    ${text(one.name)} => ${written(PHP, one)},`)
  .join('\n')}
]);
$request = curl_init(${text(`${request.address}${request.path}?`)} . $query); // print no address: it contains the key
curl_setopt_array($request, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30]);
$text = curl_exec($request);
$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
if ($text === false || $status !== 200) {
    fwrite(STDERR, $text === false ? 'no reply: ' . curl_strerror(curl_errno($request)) : "HTTP $status: $text");
    exit(1);
}
echo json_encode(json_decode($text, flags: JSON_THROW_ON_ERROR), JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE), "\\n";`;
