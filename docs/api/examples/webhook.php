<?php

/** `$header`: Sarraf-Signature, `$body`: file_get_contents('php://input'), before anything parses it. */
function is_from_exchange(string $header, string $body, string $secret): bool
{
    $parts = array_map(fn (string $part) => explode('=', $part, 2) + ['', ''], explode(',', $header));
    $of = fn (string $name) => array_column(array_filter($parts, fn (array $part) => $part[0] === $name), 1);
    $time = $of('t')[0] ?? '';
    $fresh = ctype_digit($time) && abs(time() - (int) $time) < 300;
    $expected = hash_hmac('sha256', "$time.$body", $secret);
    // While a secret is being replaced there are two signatures.
    return $fresh && array_filter($of('v1'), fn (string $given) => hash_equals($expected, $given)) !== [];
}
