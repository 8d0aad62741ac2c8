// Starts the page: the documents, an access token that survives a reload of this tab, and values to try.
"use strict";

const settings = SETTINGS;
const TOKEN = "catalog.accessToken";
const SCHEME = "accessToken";

/** Stores the token that is entered in the dialog, in this tab, and forgets it on logout. */
const keepToken = {
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (payload) => {
          if (payload[SCHEME]) sessionStorage.setItem(TOKEN, payload[SCHEME].value);
          return authorize(payload);
        },
        logout: (logout) => (schemes) => {
          if (schemes.includes(SCHEME)) sessionStorage.removeItem(TOKEN);
          return logout(schemes);
        },
      },
    },
  },
};

/** Puts values into a document that work today, on this server. */
function prefill(document) {
  const hourAgo = `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 19)}Z`;
  for (const item of Object.values(document.paths)) {
    const since = item.get?.parameters?.find((parameter) => parameter.name === "since");
    if (since) since.example = hourAgo;
  }
  for (const [path, login] of Object.entries(settings.logins)) {
    const body = document.paths[path]?.post?.requestBody;
    if (body) body.content["application/json"].example = login;
  }
  return document;
}

/** Prefills documents, and uses the token of a login at once. */
function readResponse(response) {
  const path = new URL(response.url, location.href).pathname;
  if (response.ok && path.startsWith("/openapi/")) {
    response.text = JSON.stringify(prefill(JSON.parse(response.text)));
  } else if (response.ok && ["/auth/token", "/auth/admin/login"].includes(path)) {
    const { token } = JSON.parse(response.text).data;
    sessionStorage.setItem(TOKEN, token);
    ui.preauthorizeApiKey(SCHEME, token);
  }
  return response;
}

const ui = SwaggerUIBundle({
  dom_id: "#swagger-ui",
  urls: settings.urls,
  deepLinking: true,
  tryItOutEnabled: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [SwaggerUIBundle.plugins.DownloadUrl, keepToken],
  layout: "StandaloneLayout",
  responseInterceptor: readResponse,
  onComplete: () => {
    const token = sessionStorage.getItem(TOKEN);
    if (token) ui.preauthorizeApiKey(SCHEME, token);
  },
});
