<?php

// The true requests of a client that is generated from clients.json, which lies beside this file.

declare(strict_types=1);

namespace VehicleDataLookupService;

require_once __DIR__ . '/client.php';

function connect(string $baseUrl, string $user, #[\SensitiveParameter] string $key): Client
{
    $paths = json_decode(file_get_contents(__DIR__ . '/clients.json'), true, flags: JSON_THROW_ON_ERROR)['paths'];
    // No dump shows what is in it (PHP 8.2).
    $account = new \SensitiveParameterValue(['user' => $user, 'key' => $key]);
    // Selector and account are added below the client, so that no error of it contains the key.
    $wire = function (array $request, callable $next) use ($paths, $account): array {
        $selectors = $paths["/{$request['operationId']}"]['get']['x-selector'] ?? [];
        $query = $request['query'] + $selectors + $account->getValue();
        $response = $next(['url' => dirname($request['url']) . '/api/', 'query' => $query] + $request);
        if (intdiv($response['status'], 100) === 3) {
            throw new \RuntimeException("HTTP {$response['status']}: a redirect, which is not followed");
        }
        return ['url' => $request['url']] + $response;
    };
    // One attempt: with more the client waits as long as Retry-After says, also for days.
    return new Client(new Config($baseUrl, timeout: 30.0, retry: ['attempts' => 1], middleware: [$wire]));
}
