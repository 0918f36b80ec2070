<?php

// Sends the actual requests of a client that is generated from clients.json. The file is in the same directory.

declare(strict_types=1);

namespace VehicleDataLookupService;

require_once __DIR__ . '/client.php';

function connect(string $baseUrl, string $user, #[\SensitiveParameter] string $key): Client
{
    $paths = json_decode(file_get_contents(__DIR__ . '/clients.json'), true, flags: JSON_THROW_ON_ERROR)['paths'];
    // Dumps do not show the account (PHP 8.2).
    $account = new \SensitiveParameterValue(['user' => $user, 'key' => $key]);
    // The selectors and the account are added below the client, so that the client's errors do not contain the key.
    $wire = function (array $request, callable $next) use ($paths, $account): array {
        $selectors = $paths["/{$request['operationId']}"]['get']['x-selector'] ?? [];
        $query = $request['query'] + $selectors + $account->getValue();
        $response = $next(['url' => dirname($request['url']) . '/api/', 'query' => $query] + $request);
        if (intdiv($response['status'], 100) === 3) {
            throw new \RuntimeException("HTTP {$response['status']}: a redirect, which is not followed");
        }
        return ['url' => $request['url']] + $response;
    };
    // Only one attempt is made. With more attempts, the client waits for the whole Retry-After delay, even for days.
    return new Client(new Config($baseUrl, timeout: 30.0, retry: ['attempts' => 1], middleware: [$wire]));
}
