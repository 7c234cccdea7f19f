import { fromOwnPage, isDirect } from "../../../src/commands/start/local-key";

const ORIGIN = "http://localhost:3001";

const request = (headers: Readonly<Record<string, string>>) => ({
  headers: { host: "localhost:3001", origin: ORIGIN, ...headers },
  raw: { httpVersion: "1.1" },
  socket: { remoteAddress: "127.0.0.1" },
});

/** What nginx, Apache, IIS, Varnish, Envoy, content networks, clouds and tunnels add. */
const PROXIES = `forwarded via x-real-ip x-forwarded x-forwarded-for x-forwarded-host x-forwarded-proto x-forwarded-port x-forwarded-server
  x-forwarded-client-cert forwarded-for forwarded-for-ip x-client-ip client-ip true-client-ip cf-connecting-ip cf-connecting-ipv6 cf-ray cf-visitor
  cf-ipcountry cf-pseudo-ipv4 cdn-loop cdn-src-ip fastly-client-ip fastly-ssl fly-client-ip x-cluster-client-ip x-original-forwarded-for
  x-envoy-external-address x-envoy-attempt-count x-azure-clientip x-azure-socketip x-azure-fdid x-appengine-user-ip x-appengine-country ali-cdn-real-ip
  x-proxyuser-ip proxy-client-ip wl-proxy-client-ip wl-proxy-ssl x-arr-log-id x-arr-ssl x-arr-clientcert x-original-url x-original-host x-rewrite-url
  x-remote-ip x-remote-addr remote-addr remote-user x-originating-ip x-nf-client-connection-ip x-vercel-forwarded-for x-vercel-proxied-for x-vercel-id
  do-connecting-ip eo-client-ip eo-connecting-ip incap-client-ip x-sucuri-clientip cloudfront-viewer-address cloudfront-viewer-country x-amz-cf-id
  x-amzn-trace-id x-cloud-trace-context x-varnish x-bluecoat-via x-proxy-id proxy-connection max-forwards x-akamai-edgescape akamai-origin-hop
  x-sp-forwarded-ip x-forwarded-by x-backend-addr tailscale-user-login x_forwarded_for x-real_ip`.split(/\s+/);

/** What browsers and Office's web views send to a page's own service. */
const BROWSERS = `accept accept-charset accept-encoding accept-language access-control-request-headers access-control-request-method
  access-control-request-private-network alt-used authorization cache-control connection content-length content-type cookie device-memory dnt downlink dpr
  early-data ect expect host if-match if-modified-since if-none-match keep-alive origin pragma prefer priority purpose range referer rtt save-data sec-ch-dpr
  sec-ch-prefers-color-scheme sec-ch-ua sec-ch-ua-arch sec-ch-ua-full-version-list sec-ch-ua-mobile sec-ch-ua-platform sec-ch-viewport-width
  sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-storage-access sec-fetch-user sec-gpc sec-purpose service-worker te transfer-encoding ua-cpu upgrade
  upgrade-insecure-requests user-agent viewport-width width x-client-data x-office-version x-requested-with x-ua-compatible`.split(/\s+/);

describe("a request that a proxy passed on", () => {
  it("is recognised by the header that the proxy added", () => {
    expect(PROXIES.filter((name) => isDirect(request({ [name]: "203.0.113.9" })))).toEqual([]);
    expect(PROXIES.filter((name) => fromOwnPage(request({ [name]: "" }), [ORIGIN]))).toEqual([]);
  });

  it("is not assumed for what a browser sends", () => {
    const headers = Object.fromEntries(BROWSERS.map((name) => [name, "value"]));
    expect(BROWSERS.filter((name) => !isDirect(request({ [name]: "value" })))).toEqual([]);
    expect(fromOwnPage(request({ ...headers, ...request({}).headers, "sec-fetch-site": "same-origin" }), [ORIGIN])).toBe(true);
  });
});
