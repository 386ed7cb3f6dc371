<?php
// Reads the balance, places an order far from the market, cancels it. PHP 8 without any extension is enough.
// SARRAF: the address of the exchange. KEY_ID: id of an HMAC key with READ and TRADE. SECRET: as it was shown.
declare(strict_types=1);

/** Signed over time, method, path with query, and the digest of the body. */
function call(string $method, string $path, ?array $fields = null): array
{
    $body = $fields === null ? '' : json_encode($fields, JSON_THROW_ON_ERROR);
    $time = (string) (int) (microtime(true) * 1000);
    $text = implode("\n", [$time, $method, $path, hash('sha256', $body)]);
    $headers = [
        'X-Api-Key: ' . getenv('KEY_ID'),
        'X-Api-Time: ' . $time,
        'X-Api-Signature: ' . base64_encode(hash_hmac('sha256', $text, getenv('SECRET'), true)),
    ];
    if ($body !== '') {
        $headers[] = 'Content-Type: application/json';
    }
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => $headers,
        'content' => $body,
        'ignore_errors' => true,
    ]]);
    $answer = json_decode(file_get_contents(getenv('SARRAF') . $path, false, $context), true, 512, JSON_THROW_ON_ERROR);
    if (($answer['status'] ?? '') !== 'OK' && isset($answer['message'])) {
        throw new RuntimeException("$method $path: {$answer['message']}");
    }
    return $answer;
}

echo 'Toman and coins: ', json_encode(call('GET', '/api/wallets/totals')), "\n";

// A limit a tenth below the published price: nobody sells at it, so the order waits.
$prices = file_get_contents(getenv('SARRAF') . '/api/coins/exchange-price/usd?toCurrencies=TETHER');
$published = json_decode($prices, true, 512, JSON_THROW_ON_ERROR)[0]['buyPrice'];
$limit = intdiv((int) $published * 9, 10);
$placed = call('POST', '/api/orders', [
    'marketType' => 'TETHER_TOMAN',
    'orderType' => 'LIMITED_BUY',
    'amount' => '10',
    'unitPrice' => (string) $limit,
    'postOnly' => true,
]);
echo "placed {$placed['baseDTO']['id']} at $limit\n";

$cancelled = call('DELETE', "/api/orders/{$placed['baseDTO']['id']}");
echo "cancelled {$cancelled['baseDTO']['id']}\n";
