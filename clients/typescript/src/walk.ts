// Logs in, walks the sections, lists a section's products page by page, and reads one product with everything.

import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./generated.js";

type Product = components["schemas"]["Product"];

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** The payload of an answer, or an exception with what the service said. */
function payload<T>(answer: { data?: { data: T }; error?: { error: { name: string; message: string } }; response: Response }): T {
  if (answer.data) return answer.data.data;
  throw new Error(`${answer.response.status} ${answer.error?.error.name}: ${answer.error?.error.message}`);
}

function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`unexpected: ${what}`);
}

const client = createClient<paths>({ baseUrl: setting("CATALOG_BASE_URL") });

const issued = payload(
  await client.POST("/auth/token", {
    body: { login: setting("CATALOG_LOGIN"), password: setting("CATALOG_PASSWORD") },
  }),
);
check(issued.tokenType === "Bearer" && issued.expiresIn > 0, "the token");
const authorize: Middleware = {
  onRequest({ request }) {
    request.headers.set("Authorization", `Bearer ${issued.token}`);
    return request;
  },
};
client.use(authorize);

const { user } = payload(await client.GET("/auth/v2/check"));
console.log(`logged in as ${user.email}, price level ${user.priceLevel}`);

const tree = payload(await client.GET("/api/v2/catalog/tree", { params: { query: { depth: 2, include: ["vendors"] } } }));
console.log(`${tree.meta.total} sections on two levels of ${tree.meta.host}`);
const root = tree.items.find((section) => section.productCount > 0);
check(root !== undefined, "no section has products");

const path = { id: root.id };
const section = payload(
  await client.GET("/api/v2/catalog/sections/{id}", {
    params: { path, query: { include: ["children", "breadcrumbs", "vendors", "filters"] } },
  }),
);
check(section.breadcrumbs?.at(-1)?.id === section.id, "the breadcrumbs end at the section");
console.log(`${section.name}: ${section.children?.length} children, ${section.vendors?.length} vendors, ${section.filters?.length} filters`);

const products: Product[] = [];
for (let page = 1; ; page += 1) {
  const answer = payload(
    await client.GET("/api/v2/catalog/sections/{id}/products", {
      params: { path, query: { page, pageSize: 500, sort: "stockNumber", include: ["media", "warehouses"] } },
    }),
  );
  products.push(...answer.items);
  if (page >= answer.meta.pagination.pageCount) break;
}
check(new Set(products.map((product) => product.stockNumber)).size === section.productCount, "every product once");
console.log(`${products.length} products`);

const first = products[0];
check(first !== undefined, "a product");
const product = payload(
  await client.GET("/api/v2/products/{stockNumber}", {
    params: {
      path: { stockNumber: first.stockNumber },
      query: { include: ["description", "media", "features", "seo", "filterValues", "sections", "warehouses", "documentation"] },
    },
  }),
);
console.log(`${product.stockNumber}: ${product.name}, ${product.pricing.retail.value ?? "on request"} ${product.pricing.currency}`);
check(product.features !== undefined && product.documentation !== undefined, "the parts asked for");

const batch = payload(
  await client.GET("/api/v2/products", { params: { query: { stockNumbers: [product.stockNumber, "no such product"] } } }),
);
check(batch.items.length === 1 && batch.meta.missing[0] === "no such product", "the batch");

const missing = await client.GET("/api/v2/products/{stockNumber}", { params: { path: { stockNumber: "no/such+product" } } });
check(missing.response.status === 404 && missing.error?.error.name === "ProductNotFoundError", "an error has its shape");
