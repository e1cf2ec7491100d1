package httpapi

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/network"
)

// trustedProxies are the networks whose X-Forwarded-For is trusted.
type trustedProxies []netip.Prefix

// maxAddress limits an address that a proxy reports, because it goes to the log and into the keys of limits.
const maxAddress = 64

// addressOf returns the client's address. Behind a trusted proxy it is the last address in X-Forwarded-For that is not
// a trusted proxy, because clients can forge the addresses before it.
func (p trustedProxies) addressOf(r *http.Request) string {
	host := withoutPort(r.RemoteAddr)
	if !p.trust(host) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		hop := withoutPort(strings.TrimSpace(hop))
		if hop != "" && !p.trust(hop) {
			return hop[:min(len(hop), maxAddress)]
		}
	}
	return host
}

// withoutPort removes the port and the brackets of an address.
func withoutPort(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return address
}

func (p trustedProxies) trust(host string) bool {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(p, func(proxy netip.Prefix) bool { return proxy.Contains(address.Unmap()) })
}

// clientAddress returns the address that observe has found for the request.
func clientAddress(ctx context.Context) string {
	if n, ok := ctx.Value(requestInfoKey{}).(*requestInfo); ok {
		return n.address
	}
	return ""
}

// clientAgent returns what the client of the request calls itself.
func clientAgent(ctx context.Context) string {
	if n, ok := ctx.Value(requestInfoKey{}).(*requestInfo); ok {
		return n.agent
	}
	return ""
}

// clientNetwork returns the key under which limits count the client.
func clientNetwork(ctx context.Context) string { return network.ClientKey(clientAddress(ctx)) }
