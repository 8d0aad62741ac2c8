<?php
/** What openapi-generator makes for PHP, against a real server: a key, a page, a search, changes, an error. */

// Guzzle, by Debian's package or by Composer.
require is_file('build/php/vendor/autoload.php') ? 'build/php/vendor/autoload.php' : 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = 'build/php/lib/' . strtr(substr($class, strlen('CatalogApi\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'CatalogApi\\') && is_file($file)) {
        require $file;
    }
});

function check(bool $condition, string $what): void
{
    $condition || throw new Exception("unexpected: $what");
}

$section = getenv('CATALOG_SECTION');
// The default one: only from it the generator takes that booleans are true and false, and not 1 and 0.
CatalogApi\Configuration::getDefaultConfiguration()
    ->setHost(getenv('CATALOG_BASE_URL'))
    ->setAccessToken(getenv('CATALOG_KEY'))
    ->setBooleanFormatForQueryString(CatalogApi\Configuration::BOOLEAN_FORMAT_STRING);
[$products, $changes] = [new CatalogApi\Api\ProductsApi(), new CatalogApi\Api\ChangesApi()];

$page = $products->listSectionProducts($section, available: true, page_size: 5, include: ['warehouses'])->getData();
$first = $page->getItems()[0];
check(count($page->getItems()) === 5, 'the page');
$product = $products->getProduct($first->getStockNumber(), include: ['description', 'features'])->getData();
check($product->getStockNumber() === $first->getStockNumber() && count($product->getFeatures()) > 0, 'the product');
$found = $products->searchProducts($first->getStockNumber())->getData()->getItems();
check($found[0]->getStockNumber() === $first->getStockNumber(), 'the search');
// Patterns are checked by the models themselves, byte by byte.
foreach (['А-1', '№5', '😀'] as $number) {
    $product->setStockNumber($number);
}

exec('../change-demo 165', result_code: $status);
check($status === 0, 'the import');
$cursor = $page->getMeta()->getChangesCursor();
[$feed, , $headers] = $changes->listProductChangesWithHttpInfo($section, cursor: $cursor, wait: 30);
$numbers = array_map(fn ($event) => $event->getStockNumber(), $feed->getData()->getItems());
check(count($numbers) > 0, 'the changes');
$revision = (int) array_change_key_case($headers)['catalog-revision'][0];
// Behind several servers, one that is not yet where the feed is waits, or says 503.
$changed = $products->listProducts(array_slice(array_unique($numbers), 0, 50), min_revision: $revision)->getData();
check(count($changed->getItems()) + count($changed->getMeta()->getMissing()) > 0, 'the changed products');
$lines = file($changes->getProductSnapshot($section)->getPathname());
check(json_decode(end($lines))->type === 'end', 'the snapshot');

try {
    $products->getProduct('no/such+product');
    check(false, 'a product that does not exist');
} catch (CatalogApi\ApiException $error) {
    check($error->getCode() === 404, 'the error');
}
$total = $page->getMeta()->getPagination()->getTotal();
printf("openapi-generator for PHP: %d available products, %d changes\n", $total, count($numbers));
