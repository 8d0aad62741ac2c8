<?php
// Receives what `catalog-client mirror --on-change https://shop.example/receiver.php` sends: which section has changed
// in the copy. The signature is that of Standard Webhooks. CATALOG_WEBHOOK_SECRET is the same for both programs.

declare(strict_types=1);

$secret = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('CATALOG_WEBHOOK_SECRET')), true);
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$body = file_get_contents('php://input');

$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", (string) $secret, true));
// While secrets are changed there may be several.
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
$isSigned = $secret && array_filter($signatures, fn ($signature) => hash_equals($expected, $signature));
// An old message may be one that somebody has recorded.
if (!$isSigned || abs(time() - (int) $timestamp) > 300) {
    http_response_code(401);
    exit;
}

$change = json_decode($body, true, 4, JSON_THROW_ON_ERROR);
// Here a shop reads the copy. What takes longer than a few seconds belongs behind the response.
error_log("section {$change['section']} has changed, revision {$change['revision']}");
http_response_code(204);
