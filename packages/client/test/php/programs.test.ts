import { describe } from 'vitest';
import { readmeProgram, testPrograms } from '../cases/language-package.ts';
import { php } from '../cases/languages.ts';

/** The beginning of each program: a function that creates a client with a transport. */
const before = `<?php
namespace Psr\\Http\\Client { interface ClientExceptionInterface extends \\Throwable {} }
namespace {
error_reporting(E_ALL);
require '${php.client}';
use VehicleLookup\\{Request, Response, TransportError, VehicleLookup, VehicleLookupError};
final class LostOrLate extends \\RuntimeException implements \\Psr\\Http\\Client\\ClientExceptionInterface {}
$calls = 0;
$lookupOf = static fn (callable $transport): VehicleLookup => new VehicleLookup('http://127.0.0.1:9', 'demo', getenv('VEHICLE_LOOKUP_KEY'), transport: $transport);
`;
/** The cache from the README, with \`$texts\` instead of the service. */
const cache =
  before +
  (/\$kept = [\s\S]*?\n};\n/.exec(readmeProgram(php, 1))?.[0] ?? '')
    .replace('use (&$kept)', 'use (&$kept, &$texts)')
    .replace(
      'VehicleLookup::curl($request)',
      'new Response(200, [], count($texts) > 1 ? array_shift($texts) : $texts[0])',
    );

describe('the client for php', () => {
  testPrograms(php, [
    [
      'passes on an exception of the program unchanged after one request',
      `${before}
foreach ([new \\LogicException('mine'), new \\AssertionError('mine'), new \\RuntimeException('job deadline')] as $thrown) {
    $calls = 0;
    try {
        $lookupOf(function () use ($thrown, &$calls) { $calls++; throw $thrown; })->listBrands();
    } catch (\\Throwable $caught) {
        echo $caught::class, ' ', var_export($caught === $thrown, true), " $calls\\n";
    }
} }`,
      'LogicException true 1\nAssertionError true 1\nRuntimeException true 1',
    ],
    [
      'does not repeat a request after a PSR-18 exception, because the request may have been charged',
      `${before}
try {
    $lookupOf(function (Request $request) use (&$calls) { $calls++; throw new LostOrLate("for {$request->url()}"); })->listBrands();
} catch (VehicleLookupError $error) {
    echo "$calls $error->errorCode {$error->getMessage()}";
} }`,
      '1 network listBrands: no answer: LostOrLate. Check baseUrl and the network.',
    ],
    [
      'reports the type that an invalid transport returns',
      `${before}
foreach ([null, new \\stdClass] as $wrong) {
    try {
        $lookupOf(fn () => $wrong)->listBrands();
    } catch (\\TypeError $error) {
        echo $error->getMessage(), "\\n";
    }
} }`,
      'transport: expected a Response, got null\ntransport: expected a Response, got stdClass',
    ],
    [
      'accepts an object as a transport, and PSR-7 headers',
      `${before}
final class Limited { function __invoke(Request $request): Response { return new Response(429, ['Retry-After' => ['61']], '{}'); } }
try {
    $lookupOf(new Limited)->listBrands();
} catch (VehicleLookupError $error) {
    echo "$error->errorCode $error->retryAfter";
} }`,
      'quota_exhausted 61',
    ],
    [
      'hides the key in every dump and export of a request',
      `${before}
ob_start();
$lookupOf(function (Request $request): Response {
    var_dump($request);
    print_r([$request, (array) $request]);
    var_export($request);
    echo json_encode($request);
    try {
        echo serialize($request);
    } catch (\\Exception $error) {
        echo $error->getMessage();
    }
    return new Response(200, [], '[]');
})->listBrands();
$shown = ob_get_clean();
echo strlen($shown) > 500 ? 'shown' : '', str_contains($shown, 'key=') ? ' with the key' : ''; }`,
      'shown',
    ],
  ]);
});

describe('the cache in the README for php', () => {
  testPrograms(php, [
    [
      'keeps data without an envelope',
      `${cache}
$texts = ['[{"ItemMPText": "Oil"}]'];
foreach ([1, 2, 3] as $_) {
    echo $lookupOf($cached)->getFluids(1)->data[0]['item'], "\\n";
} }`,
      'requested http://127.0.0.1:9/api/?fluids=1&carId=1\nOil\nOil\nOil',
    ],
    [
      'does not keep a rejection',
      `${cache}
$texts = ['{"success": false, "message": "maintenance", "data": null}', '[]'];
foreach ([1, 2, 3] as $_) {
    try {
        echo count($lookupOf($cached)->listBrands()->data), "\\n";
    } catch (VehicleLookupError $error) {
        echo "$error->errorCode\\n";
    }
} }`,
      'requested http://127.0.0.1:9/api/?brands=1\nrejected\nrequested http://127.0.0.1:9/api/?brands=1\n0\n0',
    ],
  ]);
});
