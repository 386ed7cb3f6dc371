<?php

/** By HMAC-SHA256, under the secret as the text that was shown: don't decode it. */
function signature_of(string $secret, string $time, string $method, string $path, string $body = ''): string
{
    $text = implode("\n", [$time, $method, $path, hash('sha256', $body)]);
    return base64_encode(hash_hmac('sha256', $text, $secret, true));
}
